/** Words of the guide through a first sale, loaded with it. */
import { training } from '../../electron/words/generated/en/training.ts';

export const trainingWords = { training };
