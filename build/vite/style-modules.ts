import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { CSSModulesOptions } from 'vite';

const SHORT = 5;

/**
 * A leading `_` prevents names that begin with a digit. The same sheet and class yield the same name, so that two
 * builds are equal byte by byte.
 */
const shortName = (local: string, file: string): string =>
  `_${createHash('sha256')
    .update(`${basename(file)}:${local}`)
    .digest('base64url')
    .slice(0, SHORT)}`;

const readableName = (local: string, file: string): string => `${basename(file, '.module.css')}_${local}`;

/**
 * Names the classes of `*.module.css`: in camel case in code, on the page short in the product and readable in tests.
 */
export const styleModules = (names: 'short' | 'readable'): CSSModulesOptions => ({
  localsConvention: 'camelCaseOnly',
  generateScopedName: (local, file) =>
    (names === 'short' ? shortName : readableName)(local, file.split('?', 1)[0] ?? file),
});
