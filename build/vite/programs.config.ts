import { defineConfig } from 'vite';
import { bundledPrograms, products } from './bundled-programs.ts';

/** What only suites start; test/fixtures/programs.ts finds all of them by these names. */
const ofSuites = {
  'recovery-host': 'test/recovery/processes/host.ts',
  'recovery-terminals': 'test/recovery/processes/terminals.ts',
};

/**
 * The programs that suites start by the hundred: `vite build -c build/vite/programs.config.ts`. Started from the sources they
 * load and strip 600 files each time, which is most of what a short life of theirs costs.
 */
export default defineConfig(bundledPrograms('programs', { ...products, ...ofSuites }));
