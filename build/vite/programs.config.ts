import { builtinModules } from 'node:module';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const outDir = resolve(root, 'build/out/programs');

/** Sources by the name of the file they become; test/fixtures/programs.ts finds them by these names. */
const programs = {
  cli: 'electron/cli/main.ts',
  host: 'electron/host/main.ts',
  sandbox: 'electron/sandbox/main.ts',
  simulator: 'native/simulator/main.ts',
  web: 'electron/web/main.ts',
  keyring: 'electron/starter/keyring/main.ts',
  'parent-watchdog': 'electron/starter/parent-watchdog.ts',
  'recovery-host': 'test/recovery/processes/host.ts',
  'recovery-terminals': 'test/recovery/processes/terminals.ts',
};

/** What programs start, as their sources name it, and where its bundle lies from there. */
const started: Readonly<Record<string, string>> = {
  'electron/host/main.ts': 'build/out/programs/host.js',
  'electron/sandbox/main.ts': 'build/out/programs/sandbox.js',
  'native/simulator/main.ts': 'build/out/programs/simulator.js',
  'electron/starter/keyring/main.ts': 'build/out/programs/keyring.js',
  './parent-watchdog.ts': '../../build/out/programs/parent-watchdog.js',
};

/** With native parts, or with files of their own that they read: they stay packages. */
const packages = [
  '@napi-rs/keyring',
  'serialport',
  'node-hid',
  'swagger-ui-dist',
  'pdfkit',
  '@point-of-sale/receipt-printer-encoder',
];

const isExternal = (id: string): boolean =>
  id.startsWith('node:') ||
  builtinModules.includes(id) ||
  packages.some((one) => id === one || id.startsWith(`${one}/`));

/** A source still finds what lies beside it, wherever its bundle is, and starts bundles. */
function inPlace(): Plugin {
  const missing = new Set(Object.keys(started));
  return {
    name: 'tillbridge-in-place',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(root) || id.includes('node_modules')) return null;
      const folder = relative(outDir, dirname(id)).replaceAll(sep, '/');
      let changed = code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
        .replaceAll('import.meta.url', `new URL('${folder}/${basename(id)}', import.meta.url).href`);
      for (const [source, bundle] of Object.entries(started)) {
        if (!changed.includes(`${source}'`)) continue;
        changed = changed.replaceAll(`${source}'`, `${bundle}'`);
        missing.delete(source);
      }
      return changed === code ? null : { code: changed, map: null };
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`Started by no program any more: ${[...missing].join(', ')}`);
    },
  };
}

/**
 * The programs that suites start by the hundred, each in one file with its packages: `vite build -c build/vite/programs.config.ts`.
 * Started from the sources they load and strip 600 files each time, which is most of what a short life of theirs costs.
 */
export default defineConfig({
  root,
  plugins: [inPlace()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    copyPublicDir: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(programs).map(([name, source]) => [name, resolve(root, source)])),
      external: isExternal,
      // Beside each other, so that the way from a bundle to a source is the same from each.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
