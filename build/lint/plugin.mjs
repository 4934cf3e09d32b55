/* oxlint-disable import/no-default-export -- the linter loads a plugin by its default export */
/** Lint rules of this repository, run by oxlint (build/lint/oxlintrc.json). */
import { dirname, relative, resolve, sep } from 'node:path';
import { checkImport } from './modules.mjs';
import { plainEnglishFaults } from './plain-english.mjs';

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

/**
 * `Date.now()`, `clock.now()`, `this.#clock.now()`, `this.#now()`: wall clock readings. `performance.now()` is none.
 */
function isWallTime(/** @type {any} */ node) {
  if (node?.type !== 'CallExpression' || node.callee?.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  return property?.name === 'now' && object?.name !== 'performance';
}

/** A fixed distance into the past (`clock.now() - KEPT_MS`) is a date, not a wait. */
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

const isTest = (/** @type {any} */ context) =>
  posix(relative(root, context.filename ?? context.getFilename())).startsWith('test/');

/** True for `setTimeout(done, ms)` or `setTimeout(() => done(), ms)`, with `done` settling a promise. */
function isSleep(/** @type {any} */ node) {
  const [executor] = node.arguments ?? [];
  const done = executor?.params?.[0]?.name;
  if (node.callee?.name !== 'Promise' || done === undefined) return false;
  const inside = executor.body?.type === 'BlockStatement' ? executor.body.body.at(-1)?.expression : executor.body;
  const call = inside?.type === 'UnaryExpression' ? inside.argument : inside;
  if (call?.type !== 'CallExpression' || call.callee?.name !== 'setTimeout' || call.arguments.length > 2) return false;
  const [task] = call.arguments;
  return task?.name === done || (task?.body?.callee?.name === done && task.body.arguments.length === 0);
}

const importsTimers = (/** @type {any} */ { source }) => source?.value.endsWith('timers/promises') ?? false;

const bareSleepRule = {
  meta: { type: 'problem', docs: { description: 'A test waits for a condition, or says why it sleeps.' } },
  create(/** @type {any} */ context) {
    if (!isTest(context)) return {};
    const report = (/** @type {any} */ node) =>
      context.report({
        node,
        message:
          'A bare sleep in a test: wait by until, quietFor or storyTime of test/waiting.ts, or move a test clock.',
      });
    return {
      NewExpression: (/** @type {any} */ node) => isSleep(node) && report(node),
      ImportDeclaration: (/** @type {any} */ node) => importsTimers(node) && report(node),
      ExportNamedDeclaration: (/** @type {any} */ node) => importsTimers(node) && report(node),
    };
  },
};

const READS_A_CLOCK = /\b(?:performance\.now|Date\.now|process\.(?:hrtime|cpuUsage|threadCpuUsage))\b/;
const UPPER_BOUNDS = new Set(['toBeLessThan', 'toBeLessThanOrEqual']);

const elapsedBoundRule = {
  meta: { type: 'problem', docs: { description: 'How long something takes is measured by a benchmark.' } },
  create(/** @type {any} */ context) {
    if (!isTest(context)) return {};
    const textOf = (/** @type {any} */ node) => context.sourceCode.getText(node);
    /** @type {Set<string>} names of this file's variables that hold a moment or a time that passed */
    const clocked = new Set();
    const readsAClock = (/** @type {any} */ node) =>
      READS_A_CLOCK.test(textOf(node)) ||
      (textOf(node).match(/[A-Za-z_$][\w$]*/g) ?? []).some((/** @type {string} */ name) => clocked.has(name));
    return {
      VariableDeclarator(/** @type {any} */ { id, init }) {
        if (!init || /Function/.test(init.type) || !readsAClock(init)) return;
        for (const name of textOf(id).match(/[A-Za-z_$][\w$]*/g) ?? []) clocked.add(name);
      },
      CallExpression(/** @type {any} */ node) {
        const { object, property } = node.callee ?? {};
        if (!UPPER_BOUNDS.has(property?.name) || object?.callee?.name !== 'expect') return;
        if (!readsAClock(object.arguments[0])) return;
        context.report({
          node,
          message:
            'A bound on elapsed or processor time in a test measures the machine: state it in a benchmark (test/bench), and check here the behaviour on a test clock or by counts.',
        });
      },
    };
  },
};

const plainEnglishRule = {
  meta: { type: 'suggestion', docs: { description: 'A comment reads as plain English.' } },
  create(/** @type {any} */ context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          for (const message of plainEnglishFaults(comment.value)) context.report({ loc: comment.loc, message });
        }
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
    'no-bare-sleep': bareSleepRule,
    'no-elapsed-bound': elapsedBoundRule,
    'plain-english': plainEnglishRule,
  },
};
