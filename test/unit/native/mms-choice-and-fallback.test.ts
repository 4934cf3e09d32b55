/** Decisions that an MMS terminal leaves to its host: the application choice, and the fallback from chip to stripe. */
import { describe, expect, it } from 'vitest';
import { findTlv, parseTlvs } from '../../../native/framing/tlv.ts';
import type { HostAnswer } from '../../../native/families/shared/terminal.ts';
import { ascii, COMPLETE, INFO, run, type Run } from './scripted-terminal.ts';
import { codeOf, settle } from './support.ts';

const CHOICE = 0x1802;
const approved: HostAnswer = { isApproved: true, authorizationResponseCode: '00' };
const NO_TRANSACTION = { severity: 'not-started', code: 0x020304 } as const;
const CANNOT_CANCEL = { severity: 'not-started', code: 0x020305 } as const;
const LOW_BATTERY = { severity: 'not-started', code: 0x020316 } as const;

function offer({ device }: Run, text: string, seconds = 20): void {
  device.note(0x1803, '02020000', [
    { tag: 0x81, value: Uint8Array.of(seconds) },
    { tag: 0x82, value: Uint8Array.of(0x01) },
    { tag: 0x83, value: ascii(text) },
  ]);
}

const menu = 'APPLICATION SELECT\n1 - VISA CREDIT\n2 - VISA DEBIT\n3 - VISA ELECTRON\0';

async function choosing(text = menu, seconds?: number): Promise<Run> {
  const one = await run();
  one.device.insert();
  offer(one, text, seconds);
  return one;
}

describe('an application choice', () => {
  it.each([
    ['the manual’s example', menu, ['VISA CREDIT', 'VISA DEBIT', 'VISA ELECTRON']],
    ['plain lines, ended by zeros', 'VISA CREDIT\0US DEBIT\0', ['VISA CREDIT', 'US DEBIT']],
    ['no end of the last line', '1. CREDIT\n2. DEBIT', ['CREDIT', 'DEBIT']],
    ['unreadable characters', '1 - VI\x07SA\xff\n2 -   A   B', ['VI SA', 'A B']],
    ['digits that look like a card number', '1 - 4111 1111 1111 1111\n2 - B', ['…', 'B']],
    ['a label without end', `1 - ${'LONG '.repeat(40)}\n2 - B`, ['LONG LONG LONG LONG LONG', 'B']],
  ])('reads the labels of %s', async (_what, text, choices) => {
    const { events, transaction, device } = await choosing(text);
    expect(events.at(-1)).toEqual({ type: 'prompt', attempt: 'A1', prompt: 'choose-application', choices });
    await transaction.choose?.(1);
    const [answer] = device.asked(CHOICE);
    expect(findTlv(answer?.tlvs ?? [], 0x81)).toEqual(Uint8Array.of(0x00));
    expect(findTlv(answer?.tlvs ?? [], 0x82)).toEqual(Uint8Array.of(0x01));
    expect(events.at(-1)).toMatchObject({ prompt: 'processing' });
  });

  it('limits the number of labels from a faulty terminal', async () => {
    const { events } = await choosing(Array.from({ length: 200 }, (_, index) => `${index} - A${index}`).join('\n'));
    const last = events.at(-1);
    expect(last?.type === 'prompt' && last.choices?.length).toBe(12);
  });

  it('accepts one answer, and only an offered answer', async () => {
    const { transaction, device } = await choosing();
    for (const index of [-1, 3, 0.5, Number.NaN]) {
      expect(await codeOf(transaction.choose?.(index) ?? Promise.resolve())).toBe('TERM_NOT_READY');
    }
    device.answers.set(CHOICE, 'silence');
    const first = codeOf(transaction.choose?.(0) ?? Promise.resolve());
    expect(await codeOf(transaction.choose?.(1) ?? Promise.resolve())).toBe('TERM_BUSY');
    await device.clock.advance(2_000);
    expect(await first).toBe('TERM_SILENT');
    device.answers.delete(CHOICE);
    const second = codeOf(transaction.choose?.(1) ?? Promise.resolve());
    await device.clock.advance(1_000);
    expect(await second).toBe('resolved');
    expect(await codeOf(transaction.choose?.(0) ?? Promise.resolve())).toBe('TERM_NOT_READY');
  });

  it('stays open when an answer is refused', async () => {
    const { transaction, device } = await choosing();
    device.answers.set(CHOICE, { severity: 'not-started', code: 0x020102 });
    expect(await codeOf(transaction.choose?.(0) ?? Promise.resolve())).toBe('TERM_REFUSED');
    device.answers.delete(CHOICE);
    expect(await codeOf(transaction.choose?.(1) ?? Promise.resolve())).toBe('resolved');
  });

  it('is replaced when the terminal asks again with other labels', async () => {
    const one = await choosing();
    await one.transaction.choose?.(0);
    offer(one, '1 - US DEBIT\n2 - VISA DEBIT\0');
    expect(one.events.at(-1)).toMatchObject({ choices: ['US DEBIT', 'VISA DEBIT'] });
  });

  it("reports to the terminal that no choice was made, and ends with the terminal's timeout", async () => {
    const { device, events } = await choosing();
    await device.clock.advance(19_900);
    expect(device.asked(CHOICE)).toHaveLength(0);
    await device.clock.advance(200);
    expect(findTlv(device.asked(CHOICE)[0]?.tlvs ?? [], 0x81)).toEqual(Uint8Array.of(0x02));
    device.note(COMPLETE, '00010000');
    expect(events.at(-1)).toMatchObject({
      result: { kind: 'timed-out', reason: 'the cardholder chose no application' },
    });
    expect(device.clock.pending).toBe(0);
  });

  it.each([
    ['says nothing more', 'silence-after'],
    ['refuses to hear it', 'refused'],
    ['does not answer', 'silence'],
  ] as const)('ends in time when no choice is made and the terminal %s', async (_what, how) => {
    const { device, events, story } = await choosing();
    if (how === 'refused') device.answers.set(CHOICE, NO_TRANSACTION);
    if (how === 'silence') device.answers.set(CHOICE, 'silence');
    await device.clock.advance(40_000);
    expect(events.at(-1)).toMatchObject({
      result: { kind: 'timed-out', reason: 'the cardholder chose no application' },
    });
    expect(story().filter((word) => word.startsWith('finished'))).toHaveLength(1);
    expect(device.clock.pending).toBe(0);
  });

  it('uses the card timeout when the terminal sets no time limit', async () => {
    const { device, events } = await choosing(menu, 0);
    await device.clock.advance(29_900);
    expect(events.at(-1)).toMatchObject({ prompt: 'choose-application' });
    await device.clock.advance(5_000);
    expect(events.at(-1)).toMatchObject({ result: { kind: 'timed-out' } });
  });

  it("ends with the right result on the terminal's timeout, on card removal and on a cancellation", async () => {
    const timedOut = await choosing();
    timedOut.device.note(COMPLETE, '00010000');
    expect(timedOut.events.at(-1)).toMatchObject({
      result: { kind: 'timed-out', reason: 'the cardholder chose no application' },
    });
    const pulled = await choosing();
    pulled.device.note(INFO, '10010300');
    pulled.device.note(COMPLETE, '10020800');
    expect(pulled.story().at(-1)).toBe('finished failed: the card was taken out');
    const cancelled = await choosing();
    expect(await cancelled.transaction.cancel()).toBe('asked');
    cancelled.device.note(COMPLETE, '00030100');
    expect(cancelled.story().at(-1)).toBe('finished cancelled by host');
    for (const { device, transaction } of [timedOut, pulled, cancelled]) {
      expect(await codeOf(transaction.choose?.(0) ?? Promise.resolve())).toBe('TERM_NOT_READY');
      device.note(COMPLETE, '10000000');
      expect(device.clock.pending).toBe(0);
    }
  });

  it('is reported as unmatched before any card', async () => {
    const one = await run();
    offer(one, menu);
    expect(one.story()).toEqual(['prompt present-card']);
    expect(one.notices).toEqual([{ type: 'unmatched', what: 'choice 1803 02 02 00 00' }]);
  });
});

describe('a fallback to the stripe that the host must start', () => {
  async function failedChip(): Promise<Run> {
    const one = await run();
    one.device.insert();
    one.device.note(COMPLETE, '10020803');
    expect(one.story().at(-1)).toBe('prompt swipe-card');
    return one;
  }

  it('starts a second transaction for the stripe only, with the same amount and attempt', async () => {
    const { device, transaction, story, events, notices } = await failedChip();
    expect(device.asked(0x1001)).toHaveLength(1);
    device.note(INFO, '10010300');
    device.note(COMPLETE, '10000000');
    await settle();
    const [first, second] = device.asked(0x1001);
    const readers = parseTlvs(findTlv(second?.tlvs ?? [], 0xa3) ?? new Uint8Array());
    expect(readers.ok && readers.tlvs.map(({ value }) => value[0])).toEqual([1, 0, 0]);
    for (const tag of [0x82, 0x84, 0x86]) {
      expect(findTlv(second?.tlvs ?? [], tag)).toEqual(findTlv(first?.tlvs ?? [], tag));
    }
    device.note(INFO, '08010100');
    device.arqc({ reader: '08', cardType: 0x07 });
    await transaction.respond(approved);
    device.note(COMPLETE, '08020600');
    device.note(COMPLETE, '08000000');
    expect(story()).toEqual([
      'prompt present-card',
      'card presented chip',
      'prompt processing',
      'prompt swipe-card',
      'card removed chip',
      'card presented swipe',
      'prompt processing',
      'online swipe',
      'prompt processing',
      'finished approved',
    ]);
    expect(new Set(events.map(({ attempt }) => attempt))).toEqual(new Set(['A1']));
    expect(notices).toEqual([{ type: 'read-error' }]);
    expect(device.clock.pending).toBe(0);
  });

  it('happens only once', async () => {
    const { device, story } = await failedChip();
    device.note(COMPLETE, '10000000');
    await settle();
    device.note(COMPLETE, '08020803');
    device.note(COMPLETE, '08000000');
    await settle();
    expect(device.asked(0x1001)).toHaveLength(2);
    expect(story().at(-1)).toBe('finished failed: the chip could not be read');
  });

  it('ignores repeated notifications', async () => {
    const { device, story } = await failedChip();
    device.note(COMPLETE, '10020803');
    device.note(COMPLETE, '10000000');
    device.note(COMPLETE, '10000000');
    await settle();
    device.note(COMPLETE, '10000000');
    expect(device.asked(0x1001)).toHaveLength(2);
    expect(story().at(-1)).toBe('prompt swipe-card');
  });

  it('gives the reason when the second start is refused', async () => {
    const { device, story } = await failedChip();
    device.answers.set(0x1001, LOW_BATTERY);
    device.note(COMPLETE, '10000000');
    await settle();
    expect(story().at(-1)).toMatch(/^finished failed: the chip could not be read; .*battery/);
    expect(device.clock.pending).toBe(0);
  });

  it.each([
    ['it is stopped', {}, /^finished failed: the chip could not be read/],
    ['nothing runs there', NO_TRANSACTION, /^finished failed: the chip could not be read/],
    ['nor to that', 'silence', /^finished lost TERM_SILENT/],
  ] as const)(
    'ends when the second start is not answered and the driver asks the terminal to stop: %s',
    async (_what, answer, end) => {
      const { device, story } = await failedChip();
      device.answers.set(0x1001, 'silence');
      device.answers.set(0x1008, answer);
      if (answer === 'silence') device.answers.set(0xdf01, 'silence');
      device.note(COMPLETE, '10000000');
      await device.clock.advance(30_000);
      expect(device.asked(0x1001)).toHaveLength(2);
      expect(story().at(-1)).toMatch(end);
      expect(story().filter((word) => word.startsWith('finished'))).toHaveLength(1);
      expect(device.clock.pending).toBe(0);
    },
  );

  it('ends when the cable is unplugged between the two transactions', async () => {
    const { device, story } = await failedChip();
    device.answers.set(0x1001, 'silence');
    device.note(COMPLETE, '10000000');
    await settle();
    device.link.lose();
    await settle();
    expect(story().at(-1)).toBe('finished lost LINK_LOST');
    expect(device.clock.pending).toBe(0);
  });

  it('ends when the terminal restarts between the two transactions', async () => {
    const { device, story } = await failedChip();
    device.answers.set(0x1001, 'silence');
    device.note(COMPLETE, '10000000');
    await settle();
    device.restart();
    await device.clock.advance(10_000);
    expect(story().at(-1)).toBe('finished failed: the terminal restarted');
    expect(device.clock.pending).toBe(0);
  });

  describe('a cancellation during the fallback', () => {
    it.each([
      ['cannot be cancelled', CANNOT_CANCEL],
      ['runs nothing', NO_TRANSACTION],
    ])('ends before the card is removed, even if the terminal says that it %s', async (_what, answer) => {
      const { device, transaction, story, notices } = await failedChip();
      device.answers.set(0x1008, answer);
      expect(await transaction.cancel()).toBe('asked');
      expect(story().at(-1)).toBe('finished cancelled by host');
      device.note(INFO, '10010300');
      device.note(COMPLETE, '10000000');
      await settle();
      expect(device.asked(0x1001)).toHaveLength(1);
      expect(notices).toEqual([{ type: 'read-error' }]);
      expect(device.clock.pending).toBe(0);
    });

    it('ends while the second transaction is being started', async () => {
      const { device, transaction, story } = await failedChip();
      device.note(COMPLETE, '10000000');
      expect(await transaction.cancel()).toBe('asked');
      device.note(COMPLETE, '00030100');
      expect(story().at(-1)).toBe('finished cancelled by host');
      expect(device.asked(0x1001)).toHaveLength(2);
    });

    it('ends while the second transaction waits for the stripe', async () => {
      const { device, transaction, story } = await failedChip();
      device.note(COMPLETE, '10000000');
      await settle();
      expect(await transaction.cancel()).toBe('asked');
      device.note(COMPLETE, '00030100');
      expect(story().at(-1)).toBe('finished cancelled by host');
      expect(device.clock.pending).toBe(0);
    });
  });
});
