/**
 * Bundles each of the guest's programs into a single file. Under software emulation a start is dominated by the number
 * of files and by the removal of types: unbundled, the host alone takes half a minute.
 */
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { build } from 'vite';
import { breakPlugin, type BreakName } from './breaks.ts';

/** Packages that have native parts or are read as files stay unbundled. */
const packages = ['serialport', 'node-hid', 'swagger-ui-dist'];

const isExternal = (id: string): boolean => {
  const name = id.replace(/^node:/, '');
  return id.startsWith('node:') || builtinModules.includes(name) || packages.includes(name.split('/')[0] ?? name);
};

/**
 * Bundles `entries`, name to path, into `folder`.
 * @param root root of the repository
 * @param broken a mistake to put in
 */
export async function bundle(
  root: string,
  folder: string,
  entries: Readonly<Record<string, string>>,
  broken: BreakName | null,
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: broken ? [breakPlugin(root, broken)] : [],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: resolve(root, folder),
      emptyOutDir: true,
      target: 'node22',
      // Failures in the guest must name lines of the source.
      sourcemap: true,
      minify: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { ...entries },
        external: isExternal,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  });
}
