import { builtinModules } from 'node:module';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Plugin, UserConfig } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** Programs that users, services and other programs of the till start, by the name of their bundle. */
export const products = {
  cli: 'electron/cli/main.ts',
  host: 'electron/host/main.ts',
  sandbox: 'electron/sandbox/main.ts',
  simulator: 'native/simulator/main.ts',
  web: 'electron/web/main.ts',
  keyring: 'electron/config/keyring/main.ts',
  'parent-watchdog': 'electron/starter/parent-watchdog.ts',
};

/** Programs that other programs start, as the sources name them, and their bundles; `./` is relative to the source. */
const started: Readonly<Record<string, string>> = {
  'electron/host/main.ts': 'host.js',
  'electron/sandbox/main.ts': 'sandbox.js',
  'native/simulator/main.ts': 'simulator.js',
  'electron/config/keyring/main.ts': 'keyring.js',
  './parent-watchdog.ts': 'parent-watchdog.js',
};

/** Packages with native parts, or that read files of their package: they are not bundled. */
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

/**
 * Rewrites paths so that a bundle finds the files that are next to its sources, wherever it is, and starts bundles
 * instead of sources.
 */
function inPlace(folderName: string, outDir: string): Plugin {
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
        const place = `${source.startsWith('./') ? '../../' : ''}build/out/${folderName}/${bundle}`;
        changed = changed.replaceAll(`${source}'`, `${place}'`);
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
 * Bundles programs into one file each, with their packages, in `build/out/<folderName>`. The bundles find every file
 * from there as from their sources, so a folder with the layout of the repository works.
 */
export function bundledPrograms(folderName: string, programs: Readonly<Record<string, string>>): UserConfig {
  const outDir = resolve(root, 'build/out', folderName);
  return {
    root,
    plugins: [inPlace(folderName, outDir)],
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
        // All bundles are in one folder, so that the relative path from a bundle to a source is the same for each.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}
