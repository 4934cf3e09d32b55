import { expect, it } from 'vitest';
import { failureReporter } from '../../../renderer/frame/report-failure.ts';
import type { Bridge } from '../../../renderer/store/bridge.ts';

it('reports message, stack and place to the host, bounded, five times a page', async () => {
  const told: { what: string; where: string }[] = [];
  const client = { till: { pageFailed: async (input: { what: string; where: string }) => void told.push(input) } };
  const bridge = {
    call: (verb: (of: unknown, options: object) => unknown) => Promise.resolve(verb(client, {})),
  } as unknown as Pick<Bridge, 'call'>;
  const tell = failureReporter(bridge, () => `#/terminals/${'x'.repeat(500)}`);
  tell(new Error('Maximum update depth exceeded'), '\n    at RailRow');
  tell('a plain word');
  tell(new Error('y'.repeat(5_000)));
  for (let turn = 0; turn < 10; turn += 1) tell(new Error('again'));
  expect(told).toHaveLength(5);
  expect(told[0]?.what).toMatch(/Maximum update depth exceeded[\s\S]*at RailRow$/);
  expect(told[1]?.what).toBe('a plain word');
  expect(told[2]?.what).toHaveLength(2_000);
  expect(told[0]?.where).toHaveLength(200);
});

it('changes nothing while the host is away', async () => {
  const tell = failureReporter({ call: () => Promise.reject(new Error('away')) } as never, () => '');
  expect(() => tell(new Error('x'))).not.toThrow();
  await Promise.resolve();
});
