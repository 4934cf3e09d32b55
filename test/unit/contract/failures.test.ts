import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  carriedFailure,
  failureCodes,
  failureSchema,
  hostStateSchema,
  mayHaveChargedAfter,
  TillError,
  toFailure,
  type FailureCode,
} from '../../../electron/contract/index.ts';
import { finished, hostState } from '../renderer/fixtures/states.ts';

it('every code has a form that versions without that code accept', () => {
  const asOther = failureSchema.shape.code.def.options[1];
  expect(failureCodes.filter((code) => !asOther.safeParse(code).success)).toEqual([]);
});

it('every code is used by a module, apart from the list of codes', () => {
  const root = resolve(import.meta.dirname, '../../..');
  const sources = execFileSync('git', ['ls-files', 'electron/*.ts', 'native/*.ts', 'renderer/*.ts', 'renderer/*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && path !== 'electron/contract/failures.ts' && existsSync(join(root, path)))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  expect(failureCodes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
});

const scalar = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const context = fc.oneof(
  fc.dictionary(
    fc.string().filter((key) => key !== '__proto__'),
    scalar,
  ),
  fc.constant(undefined),
  fc.array(scalar),
  fc.constant(null),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.oneof(scalar, fc.object())),
);
const data = fc.oneof(
  fc.record(
    {
      code: fc.oneof(fc.constantFrom(...failureCodes, 'TERM_TOO_WARM'), fc.string()),
      message: fc.oneof(fc.string(), fc.integer()),
      context,
      extra: fc.string(),
    },
    { requiredKeys: [] },
  ),
  fc.anything(),
);

describe('a failure that came over the contract', () => {
  it('is accepted exactly when its schema accepts it', () => {
    fc.assert(
      fc.property(data, (value) => {
        const parsed = failureSchema.safeParse(value);
        expect(carriedFailure(value)).toEqual(parsed.success ? parsed.data : null);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the data of an error; any other error is a bug of the till', () => {
    const failure = { code: 'TERM_BUSY', message: 'busy', context: { attempt: 'A-1' } } as const;
    expect(toFailure(Object.assign(new Error('over the wire'), { data: failure }))).toEqual(failure);
    expect(toFailure(new TillError('TERM_BUSY', 'busy', { context: { attempt: 'A-1' } }))).toEqual(failure);
    expect(toFailure(Object.assign(new Error('odd'), { data: { code: 'NONE', message: '' } })).code).toBe(
      'HOST_INTERNAL',
    );
    expect(toFailure('text')).toEqual({ code: 'HOST_INTERNAL', message: 'text' });
  });
});

describe('a failure that only a newer version knows', () => {
  const newer = { code: 'TERM_TOO_WARM' as FailureCode, message: 'it is too warm', context: { celsius: 71 } };

  it('is shown as a failure that may have charged the customer', () => {
    expect(failureSchema.parse(newer)).toEqual({ ...newer, code: 'HOST_INTERNAL' });
    expect(carriedFailure(newer)).toEqual({ ...newer, code: 'HOST_INTERNAL' });
    expect(mayHaveChargedAfter(newer.code)).toBe(true);
    expect(mayHaveChargedAfter('HOST_INTERNAL')).toBe(true);
  });

  it('leaves the rest of the state unchanged', () => {
    const [shown, other] = [finished({ state: 'failed' }), finished({ state: 'captured' })];
    const state = { ...hostState(), attempts: [{ ...shown, failure: newer }, other] };
    const parsed = hostStateSchema.parse(state);
    expect(parsed.attempts.map(({ failure }) => failure?.code)).toEqual(['HOST_INTERNAL', other.failure?.code]);
  });
});
