import { defineConfig } from 'vite';
import { bundledPrograms, products } from './bundled-programs.ts';

/** Programs that only suites start; test/fixtures/programs.ts finds all of them by these names. */
const ofSuites = {
  'recovery-host': 'test/recovery/processes/host.ts',
  'recovery-terminals': 'test/recovery/processes/terminals.ts',
};

/**
 * Programs that suites start by the hundred: `vite build -c build/vite/programs.config.ts`. Started from the sources
 * they load and strip 600 files each time, which is most of the cost of a short process run.
 */
export default defineConfig(bundledPrograms('programs', { ...products, ...ofSuites }));
