/** Vitest waits one second by default, which is too short on a busy computer; a missing result still fails. */
import { vi } from 'vitest';

const { waitFor } = vi;
vi.waitFor = (callback, options = 20_000) => waitFor(callback, options);
