/** The models of the MMS family that the simulator can be (reference sections 1, 2 and 4, "which models"). */
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

export interface MmsModel {
  /** As the terminal says it (property 2.1.2.2.2.1). */
  name: string;
  readers: readonly ReadMode[];
  /** Fixed texts (1803). Without a display the terminal asks the host to show its prompts. */
  hasDisplay: boolean;
  /** Free texts (1830). */
  hasFlexibleUi: boolean;
  hasPinPad: boolean;
}

/** The default model first. Which readers each has is public product knowledge; DynaProx reads contactless only. */
export const mmsModels = [
  {
    name: 'DynaFlex II PED',
    readers: ['chip', 'contactless', 'swipe'],
    hasDisplay: true,
    hasFlexibleUi: true,
    hasPinPad: true,
  },
  {
    name: 'DynaFlex Pro',
    readers: ['chip', 'contactless', 'swipe'],
    hasDisplay: true,
    hasFlexibleUi: false,
    hasPinPad: false,
  },
  {
    name: 'DynaFlex II Go',
    readers: ['chip', 'contactless', 'swipe'],
    hasDisplay: false,
    hasFlexibleUi: false,
    hasPinPad: false,
  },
  { name: 'DynaProx', readers: ['contactless'], hasDisplay: false, hasFlexibleUi: false, hasPinPad: false },
] as const satisfies readonly MmsModel[];

export type MmsModelName = (typeof mmsModels)[number]['name'];

export function mmsModel(name: string): MmsModel | undefined {
  return mmsModels.find((model) => model.name === name);
}
