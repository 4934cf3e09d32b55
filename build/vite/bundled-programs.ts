import { builtinModules } from 'node:module';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Plugin, UserConfig } from 'vite';

const root = resolve(import.meta.dirname, '../..');

/** The programs that people, services and other programs of ours start, by the name of the file they become. */
export const products = {
  cli: 'electron/cli/main.ts',
  host: 'electron/host/main.ts',
  sandbox: 'electron/sandbox/main.ts',
  simulator: 'native/simulator/main.ts',
  web: 'electron/web/main.ts',
  keyring: 'electron/config/keyring/main.ts',
  'parent-watchdog': 'electron/starter/parent-watchdog.ts',
};

/** What programs start, as their sources name it, and its bundle; `./` is beside the source. */
const started: Readonly<Record<string, string>> = {
  'electron/host/main.ts': 'host.js',
  'electron/sandbox/main.ts': 'sandbox.js',
  'native/simulator/main.ts': 'simulator.js',
  'electron/config/keyring/main.ts': 'keyring.js',
  './parent-watchdog.ts': 'parent-watchdog.js',
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
 * Programs in one file each, with their packages, in `build/out/<folderName>`. They still find everything from there as from
 * their sources, so what is laid out as the repository is runs.
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
        // Beside each other, so that the way from a bundle to a source is the same from each.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}
