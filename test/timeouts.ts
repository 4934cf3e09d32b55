/** A second is what vitest waits, and on a busy computer no time at all; what never comes fails all the same. */
import { vi } from 'vitest';

const { waitFor } = vi;
vi.waitFor = (callback, options = 20_000) => waitFor(callback, options);
