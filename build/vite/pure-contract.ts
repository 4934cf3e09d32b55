import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const pure = ['contract', 'domain'].map((name) =>
  resolve(import.meta.dirname, '../../electron', name).replaceAll('\\', '/'),
);

/**
 * Marks each value of contract and domain as removable if unused. Both are pure: creating a schema has no side effects.
 * A bundler cannot detect that, so even a page that needs only constants would load every schema and all of zod.
 */
export function pureContract(): Plugin {
  return {
    name: 'tillbridge-pure-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /contract|domain|zod/ },
      handler(code, id) {
        const path = id.replaceAll('\\', '/');
        // Zod's only side effect is setting its English messages, which only a page with validation needs.
        if (path.includes('/node_modules/zod/')) return { code, map: null, moduleSideEffects: false };
        if (!pure.some((folder) => path.startsWith(`${folder}/`))) return null;
        const inits = this.parse(code).body.flatMap((statement) => {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declared?.type !== 'VariableDeclaration') return [];
          return declared.declarations.flatMap(({ init }) =>
            init && init.type !== 'Literal' && init.type !== 'ArrowFunctionExpression' ? [init] : [],
          );
        });
        let marked = code;
        for (const { start, end } of inits.sort((a, b) => b.start - a.start))
          marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
        return { code: marked, map: null };
      },
    },
  };
}
