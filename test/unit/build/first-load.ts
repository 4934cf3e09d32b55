/**
 * Code that a window loads before it can be used: the entry of the production build and every chunk it imports
 * statically.
 */
import { relative, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

export interface FirstLoad {
  /** Paths of this repository's modules relative to the repository's root, and names of packages. */
  modules: ReadonlySet<string>;
  packages: ReadonlySet<string>;
  /** Size of the JavaScript as transferred. */
  gzipBytes: number;
  bytes: number;
  chunks: number;
}

/** Package of a module under node_modules, e.g. "@orpc/client", or null for a module of this repository. */
function packageOf(id: string): string | null {
  const path = id.replaceAll('\\', '/');
  const at = path.lastIndexOf('/node_modules/');
  if (at < 0) return null;
  const [scope = '', name = ''] = path.slice(at + '/node_modules/'.length).split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Runs the production build, even if NODE_ENV is set to test: React has another build for that. */
async function production() {
  const { NODE_ENV: before } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    return await build({
      configFile: resolve(root, 'build/vite/renderer.config.ts'),
      logLevel: 'error',
      build: { write: false },
    });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

/** Builds the renderer in memory and follows the entry's imports. */
export async function firstLoad(): Promise<FirstLoad> {
  const built = await production();
  const results = Array.isArray(built) ? built : [built];
  const chunks = new Map(
    results.flatMap((result) =>
      'output' in result
        ? result.output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : []))
        : [],
    ),
  );
  const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
  if (!entry) throw new Error('The build has no entry');
  const first = new Set([entry]);
  // Iterating a set includes the items added during the iteration.
  for (const chunk of first)
    for (const name of chunk.imports) if (chunks.has(name)) first.add(chunks.get(name) ?? chunk);
  const ids = [...first].flatMap((chunk) => Object.keys(chunk.modules));
  return {
    modules: new Set(ids.flatMap((id) => (packageOf(id) === null ? [relative(root, id).replaceAll('\\', '/')] : []))),
    packages: new Set(ids.flatMap((id) => packageOf(id) ?? [])),
    gzipBytes: [...first].reduce((sum, { code }) => sum + gzipSync(code).length, 0),
    bytes: [...first].reduce((sum, { code }) => sum + code.length, 0),
    chunks: first.size,
  };
}
