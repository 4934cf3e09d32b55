/* oxlint-disable import/no-default-export -- the linter loads a plugin by its default export */
/** Our own lint rules: boundaries between modules. Run by oxlint (build/lint/oxlintrc.json). */
import { dirname, relative, resolve, sep } from 'node:path';
import { checkImport } from './modules.mjs';

const root = resolve(import.meta.dirname, '../..');
const posix = (/** @type {string} */ path) => path.split(sep).join('/');

const boundariesRule = {
  meta: { type: 'problem', docs: { description: 'A file imports only what its module may import.' } },
  create(/** @type {any} */ context) {
    const from = posix(relative(root, context.filename ?? context.getFilename()));
    const check = (/** @type {any} */ node) => {
      const source = node.source?.value;
      if (typeof source !== 'string') return;
      const isRelative = source.startsWith('.');
      const target = isRelative
        ? posix(relative(root, resolve(root, dirname(from), source.split('?')[0] ?? source)))
        : source;
      const complaint = checkImport(from, target, isRelative);
      if (complaint) context.report({ node, message: complaint });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const insecureRandomRule = {
  meta: { type: 'problem', docs: { description: 'Ids and jitter come from crypto or an injected source.' } },
  create(/** @type {any} */ context) {
    return {
      MemberExpression(/** @type {any} */ node) {
        if (node.object?.name === 'Math' && node.property?.name === 'random') {
          context.report({
            node,
            message: 'Math.random is not allowed: take randomness by parameter, ids from node:crypto.',
          });
        }
      },
    };
  },
};

const ARITHMETIC = new Set(['-', '<', '<=', '>', '>=']);

/** `Date.now()`, `clock.now()`, `this.#clock.now()`, `this.#now()`: the clock on the wall. `performance.now()` is not. */
function isWallTime(/** @type {any} */ node) {
  if (node?.type !== 'CallExpression' || node.callee?.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return property?.name === 'now' && object?.name !== 'performance';
}

/** A fixed reach into the past (`clock.now() - KEPT_MS`) is a date and no wait. */
const isConstant = (/** @type {any} */ node) => node?.type === 'Identifier' && /^[A-Z][A-Z0-9_]*$/.test(node.name);

const wallDurationRule = {
  meta: { type: 'problem', docs: { description: 'What passes is measured by a clock that never jumps.' } },
  create(/** @type {any} */ context) {
    return {
      BinaryExpression(/** @type {any} */ node) {
        if (!ARITHMETIC.has(node.operator) || isConstant(node.right)) return;
        if (!isWallTime(node.left) && !isWallTime(node.right)) return;
        context.report({
          node,
          message:
            'The clock on the wall is set back and ahead: measure and wait by clock.monotonic() or performance.now(). Where it must outlive this process, disable this line and say why.',
        });
      },
    };
  },
};

export default {
  meta: { name: 'tillbridge' },
  rules: {
    boundaries: boundariesRule,
    'no-math-random': insecureRandomRule,
    'no-wall-durations': wallDurationRule,
  },
};
