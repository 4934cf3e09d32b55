/**
 * The programs that run in the guest, each in one file. Under software emulation it is the number of files and the stripping
 * of types that a start waits for: unbundled, the host alone takes half a minute.
 */
import { builtinModules } from 'node:module';
import { resolve } from 'node:path';
import { build } from 'vite';
import { breakPlugin, type BreakName } from './breaks.ts';

/** With native parts, or read as files: they stay packages. */
const packages = ['serialport', 'node-hid', 'swagger-ui-dist'];

const isExternal = (id: string): boolean => {
  const name = id.replace(/^node:/, '');
  return id.startsWith('node:') || builtinModules.includes(name) || packages.includes(name.split('/')[0] ?? name);
};

/**
 * Bundles `entries`, name to path, into `folder`.
 * @param root of the repository
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
      // A failure in the guest is to name the line of the source.
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
