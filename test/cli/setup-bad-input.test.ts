/**
 * Mistakes on the command line: each gets the same message as from the host.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SetupAnswer } from '../../electron/contract/index.ts';
import type { Host } from '../../electron/host/index.ts';
import { setupCases, SetupGround } from '../fixtures/setup-cases.ts';
import { hostAt } from '../fixtures/setup-host.ts';
import { tillbridge } from './in-process.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let ground: SetupGround;
let dataDir: string;
let host: Host | null = null;
beforeAll(async () => {
  ground = await SetupGround.open();
}, 60_000);
afterAll(() => ground.close());
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge setup ');
});
afterEach(async () => {
  await host?.close();
  host = null;
});

/** Lines typed for an answer, one per question. */
function lines(answer: SetupAnswer): string[] {
  switch (answer.step) {
    case 'account':
      return [answer.url, answer.username, answer.password];
    case 'shop':
      return [answer.shop, answer.name, answer.currency, answer.locale, answer.timeZone ?? ''];
    case 'merchant':
      return [answer.merchant];
    case 'terminal':
      return [answer.address];
    case 'person':
      return [answer.name, answer.pin, answer.pin];
    case 'receipts':
      return [answer.printer ?? ''];
    case 'mode':
    case 'test':
    case 'open':
      return [''];
  }
}

test.each(setupCases)('the setup names the field and the remedy: $name', { timeout: 180_000 }, async (one) => {
  const { field, remedy } = one;
  const answer = await one.answer(ground);
  host = await hostAt(dataDir, answer, one, ground);
  const typed = lines(answer).map((line) => `${line}\n`);
  const { code, stdout, stderr } = await tillbridge(['setup', '--data', dataDir], {}, typed);
  const said =
    stderr.split('\n').find((line) => line.includes('[SETUP_ANSWER]') || line.includes('[PRINTER_')) ?? stderr;
  expect(said).toContain(`${field}: `);
  expect(said).toMatch(remedy);
  expect(code).toBe(1);
  expect(stdout).toBe('');
  if (answer.step === 'account' && answer.password.length > 3) expect(stderr).not.toContain(answer.password);
});
