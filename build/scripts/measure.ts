/**
 * `npm run measure`: prints size and structure of the code as a table, so that two commits can be compared by the same
 * command. With a folder after `--` it measures that checkout. With `--load` it also builds the UI and adds the first
 * load.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execFileSync } from 'node:child_process';
import { parseAst } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const { values, positionals } = parseArgs({ options: { load: { type: 'boolean' } }, allowPositionals: true });
const root = resolve(positionals[0] ?? '.');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const isCode = (file: string): boolean => /\.(tsx?|m[jt]s)$/.test(file);
const isGenerated = (file: string): boolean =>
  /^electron\/(platform-api|words)\/generated\//.test(file) || file === 'electron/platform-api/openapi.yaml';

/** Module of a file: two folders deep below electron, native and renderer, otherwise the first folder. */
function moduleOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return ['electron', 'native', 'renderer'].includes(top) && file.split('/').length > 2 ? `${top}/${second}` : top;
}

/** Kind under which a file's lines are counted, or null. */
function kindOf(file: string): 'product' | 'generated' | 'data' | 'test' | 'script' | 'document' | null {
  if (isGenerated(file)) return 'generated';
  if (file === 'package-lock.json' || file.endsWith('.png')) return null;
  if (file.endsWith('.md')) return 'document';
  if (file.startsWith('test/')) return 'test';
  if (file.startsWith('build/') || file.startsWith('.')) return 'script';
  if (/\.(ya?ml|json|txt|po)$/.test(file)) return 'data';
  return isCode(file) || file.endsWith('.css') ? 'product' : null;
}

const linesOf = (text: string): number => text.split('\n').length - 1;

function weights(): void {
  const byModule = new Map<string, Map<string, number>>();
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === null) continue;
    const own = byModule.get(moduleOf(file)) ?? new Map<string, number>();
    byModule.set(moduleOf(file), own.set(kind, (own.get(kind) ?? 0) + linesOf(textOf(file))));
  }
  const kinds = ['product', 'generated', 'data', 'test', 'script', 'document'];
  const row = (name: string, of: (kind: string) => number): string =>
    `${name.padEnd(24)}${kinds.map((kind) => String(of(kind) || '').padStart(11)).join('')}`;
  console.log(`${'Lines by module'.padEnd(24)}${kinds.map((kind) => kind.padStart(11)).join('')}`);
  for (const [module, own] of [...byModule].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(row(module, (kind) => own.get(kind) ?? 0));
  console.log(row('sum', (kind) => [...byModule.values()].reduce((sum, own) => sum + (own.get(kind) ?? 0), 0)));
}

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (typeof value === 'object' && value !== null) {
    if ('type' in value) yield value as Node;
    for (const inner of Object.values(value)) yield* nodesOf(inner);
  }
}

interface Parsed {
  file: string;
  longFunctions: string[];
  /** Imported files, by value and by type. */
  imports: { to: string; isType: boolean }[];
}

function parsed(file: string): Parsed {
  const text = textOf(file);
  const lang = file.endsWith('x') ? 'tsx' : file.endsWith('.mjs') ? 'js' : 'ts';
  const program = parseAst(text, { lang }) as unknown as Node;
  const result: Parsed = { file, longFunctions: [], imports: [] };
  for (const node of nodesOf(program)) {
    if (functions.has(node.type)) {
      const lines = text.slice(node.start, node.end).split('\n').length;
      if (lines > 60) result.longFunctions.push(`${file}:${linesOf(text.slice(0, node.start)) + 1} (${lines})`);
    }
    const isFrom = node.type === 'ImportDeclaration' || node.type.startsWith('Export');
    const source = isFrom ? (node['source'] as { value?: string } | null | undefined)?.value : undefined;
    if (source?.startsWith('.'))
      result.imports.push({
        to: relative(root, resolve(root, dirname(file), source)),
        isType: node['importKind'] === 'type' || node['exportKind'] === 'type',
      });
  }
  return result;
}

/** Import cycles (Tarjan's strongly connected components of more than one file). */
function circles(all: readonly Parsed[], withTypes: boolean): string[][] {
  const edges = new Map(
    all.map(({ file, imports }) => [file, imports.flatMap(({ to, isType }) => (withTypes || !isType ? [to] : []))]),
  );
  const order = new Map<string, { index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): { index: number; low: number; isOpen: boolean } => {
    const own = { index: order.size, low: order.size, isOpen: true };
    order.set(file, own);
    open.push(file);
    for (const to of edges.get(file) ?? []) {
      if (!edges.has(to)) continue;
      const known = order.get(to);
      if (!known) own.low = Math.min(own.low, visit(to).low);
      else if (known.isOpen) own.low = Math.min(own.low, known.index);
    }
    if (own.low !== own.index) return own;
    const group = open.splice(open.indexOf(file));
    for (const one of group) Object.assign(order.get(one) ?? {}, { isOpen: false });
    if (group.length > 1) found.push(group.toSorted());
    return own;
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return found;
}

weights();
const product = files.filter((file) => isCode(file) && kindOf(file) === 'product').map(parsed);
const long = product.flatMap(({ longFunctions }) => longFunctions);
console.log(`\nFunctions over 60 lines: ${long.length}`);
for (const one of long) console.log(`  ${one}`);
for (const [name, withTypes] of [
  ['value', false],
  ['type', true],
] as const) {
  const all = circles(product, withTypes);
  console.log(`Circles of files by ${name}: ${all.length}`);
  for (const one of all) console.log(`  ${one.join(' ')}`);
}
const exempt = files.filter(isCode).flatMap((file) => textOf(file).match(/\b(?:oxfmt|prettier)-ignore\b/g) ?? []);
console.log(`Formatter exemptions: ${exempt.length}`);
const isTest = (file: string): boolean => /\.(test\.tsx?|story\.ts)$/.test(file);
console.log(`Test files: ${files.filter(isTest).length}`);
if (values.load) {
  execFileSync('npm', ['run', '-s', 'build:renderer'], { cwd: root, stdio: 'ignore' });
  const assets = join(root, 'build/out/renderer/assets');
  const html = readFileSync(join(root, 'build/out/renderer/index.html'), 'utf8');
  const size = (end: string): number =>
    readdirSync(assets)
      .filter((name) => name.endsWith(end) && html.includes(name))
      .reduce((sum, name) => sum + readFileSync(join(assets, name)).length, 0);
  console.log(`First load named by the page: ${size('.js')} bytes of JavaScript, ${size('.css')} bytes of CSS`);
}
