import { describe, expect, it } from 'vitest';
import { toHex } from '../../../native/framing/bytes.ts';
import { readResumeTransaction, readStartTransaction } from '../../../native/families/mms/codec/commands.ts';
import { encodeMmsResponse } from '../../../native/families/mms/codec/message.ts';
import { codeOf, settle } from './support.ts';
import { approved, arqcBlob, asking, COMPLETE, INFO, reading, run, words } from './scripted-terminal.ts';

const declined = { isApproved: false, authorizationResponseCode: '51' };

describe('a payment by chip', () => {
  it('starts with full EMV, amount, currency and every reader', async () => {
    const { device } = await run();
    const [request] = device.asked(0x1001);
    expect(request && readStartTransaction(request.tlvs)).toEqual({
      timeoutSeconds: 240,
      readers: { msr: true, contact: true, contactless: true },
      options: 0x0002,
      transactionType: 0,
      amountMinor: 1234,
      otherAmountMinor: 0,
      numericCurrency: '0840',
      currencyExponent: 2,
    });
  });

  it('sends an approval to the card, and ends when the terminal has completed it', async () => {
    const { device, transaction, story, events } = await asking();
    expect(story()).toEqual(['prompt present-card', 'card presented chip', 'prompt processing', 'online chip']);
    const online = events.find((event) => event.type === 'online-request');
    expect(online).toMatchObject({
      attempt: 'A1',
      data: { encryptedEmvData: toHex(arqcBlob(0x05)), keySerialNumber: 'FFFF9876543210E00001', format: 1 },
    });

    await transaction.respond({ ...approved, issuerScripts: ['72059F18020001'] });
    const [resume] = device.asked(0x1004);
    const answer = resume && readResumeTransaction(resume.tlvs);
    expect(answer).toMatchObject({ authorizationResponseCode: '00' });
    expect(answer && toHex(answer.deviceSerialNumber)).toBe('42363133373841FF');
    expect(answer?.issuerAuthenticationData && toHex(answer.issuerAuthenticationData)).toBe('1122334455667788');

    device.note(COMPLETE, '10020600');
    device.note(INFO, '10080302');
    expect(story().at(-1)).toBe('prompt remove-card');
    device.note(INFO, '10010300');
    device.note(COMPLETE, '10000000');
    expect(story().slice(4)).toEqual([
      'prompt processing',
      'prompt remove-card',
      'card removed chip',
      'finished approved',
    ]);
    expect(events.at(-1)).toMatchObject({ result: { wantsSignature: false } });
    expect(device.clock.pending).toBe(0);
  });

  it('reports that an approval needs a signature', async () => {
    const { device, transaction, events } = await asking();
    await transaction.respond(approved);
    device.note(COMPLETE, '10020601');
    device.note(COMPLETE, '10000000');
    expect(events.at(-1)).toMatchObject({ result: { kind: 'approved', wantsSignature: true } });
  });

  it('refuses the next start after a decline with the card left in, for that reason, until the card is removed', async () => {
    const { device, terminal, transaction, slots } = await asking();
    await transaction.respond(declined);
    device.note(COMPLETE, '10028000');
    expect(slots).toEqual(['in']);
    device.answers.set(0x1001, { severity: 'not-started', code: 0x020308 });
    const request = { attempt: 'A2', amountMinor: 1234, currency: 'USD', cardTimeoutMs: 30_000 };
    const refused = codeOf(terminal.start(request, () => undefined));
    await device.clock.advance(3_100);
    expect(await refused).toBe('TERM_CARD_IN');
    device.note(INFO, '10010300');
    device.note(COMPLETE, '10040700');
    expect(slots).toEqual(['in', 'out']);
    device.answers.set(0x1001, { severity: 'started' });
    const again = terminal.start({ ...request, attempt: 'A3' }, () => undefined);
    await device.clock.advance(100);
    expect((await again).attempt).toBe('A3');
  });

  it('reports the removal of a card left in after an approval only when another notification shows it', async () => {
    const { device, transaction, slots, story } = await asking();
    await transaction.respond(approved);
    device.approve();
    expect(story().at(-1)).toBe('finished approved');
    expect(slots).toEqual(['maybe']);
    device.note(INFO, '10010300');
    expect(slots).toEqual(['maybe', 'out']);
  });

  it('reports a decline at the outcome, and absorbs the last notifications', async () => {
    const { device, transaction, story, notices, terminal } = await asking();
    await transaction.respond(declined);
    device.note(COMPLETE, '10028000');
    expect(story().at(-1)).toBe('finished declined');
    device.note(INFO, '10080302');
    // The next sale waits for the card's removal, and then starts.
    const events: string[] = [];
    const next = terminal.start({ attempt: 'A2', amountMinor: 1, currency: 'USD', cardTimeoutMs: 1000 }, (event) =>
      events.push(`${event.attempt} ${words(event)}`),
    );
    await settle();
    expect(device.asked(0x1001)).toHaveLength(1);
    device.note(INFO, '10010300');
    device.note(COMPLETE, '10040700');
    await next;
    await settle();
    expect(device.asked(0x1001)).toHaveLength(2);
    expect(events).toEqual(['A2 prompt present-card']);
    expect(notices).toEqual([]);
  });

  it('follows the terminal when the card declines an approval', async () => {
    const { device, transaction, story } = await asking();
    await transaction.respond(approved);
    device.note(COMPLETE, '10028000');
    expect(story().at(-1)).toBe('finished declined');
  });

  it('reports that the card was removed during authorization', async () => {
    const { device, events, story } = await asking();
    device.note(INFO, '10010300');
    device.note(COMPLETE, '10020800');
    expect(story().at(-1)).toBe('finished failed: the card was taken out');
    expect(events.at(-1)).toMatchObject({ result: { kind: 'failed', isCardOut: true } });
  });

  it('passes on a repeated online request for the same attempt', async () => {
    const { device, story } = await asking();
    device.arqc();
    expect(story().filter((word) => word === 'online chip')).toHaveLength(2);
  });

  it('does not treat an offline approval as a sale, because it has no authorization', async () => {
    const { device, story } = await reading();
    device.note(COMPLETE, '10020200');
    expect(story().at(-1)).toBe('finished failed: the card approved without asking the bank');
  });

  it('fails, rather than approves, a completion without outcome or batch result', async () => {
    const { device, transaction, story } = await asking();
    await transaction.respond(approved);
    device.note(COMPLETE, '10000000');
    expect(story().at(-1)).toBe('finished failed: the terminal completed without a result');
  });
});

describe('taps and stripes', () => {
  it('approves a contactless card with an outcome', async () => {
    const { device, transaction, story } = await run();
    device.note(INFO, '20010405');
    device.arqc({ reader: '20', cardType: 0x06 });
    await transaction.respond(approved);
    device.note(COMPLETE, '20020600');
    device.note(COMPLETE, '20000000');
    expect(story().slice(1)).toEqual([
      'card presented contactless',
      'prompt processing',
      'online contactless',
      'prompt processing',
      'finished approved',
    ]);
  });

  it.each([
    [approved, 'finished approved'],
    [declined, 'finished declined'],
  ])("waits only for the bank's answer when the terminal is done with the stripe before it", async (answer, end) => {
    const { device, transaction, story } = await run();
    device.note(INFO, '08010100');
    device.arqc({ reader: '08', cardType: 0x01 });
    device.note(COMPLETE, '08000000');
    expect(story().at(-1)).toBe('online swipe');
    await transaction.respond(answer);
    expect(story().at(-1)).toBe(end);
    expect(device.asked(0x1004)).toHaveLength(0);
  });

  it('asks for one card when two are presented', async () => {
    const { device, story, notices } = await run();
    device.note(INFO, '20010500');
    device.note(INFO, '20010400');
    expect(story().slice(1)).toEqual(['prompt one-card-only', 'card presented contactless', 'prompt processing']);
    expect(notices).toEqual([{ type: 'read-error' }]);
  });

  it('ends when the stripe cannot be read', async () => {
    const { device, story, notices } = await run();
    device.note(INFO, '08010100');
    device.note(COMPLETE, '08030500');
    expect(story().at(-1)).toBe('finished failed: the stripe could not be read');
    expect(notices).toEqual([{ type: 'read-error' }]);
  });

  it('asks for the stripe when the chip cannot be read, and completes the payment with it', async () => {
    const { device, transaction, story } = await reading();
    device.note(COMPLETE, '10020803');
    expect(story().at(-1)).toBe('prompt swipe-card');
    device.note(INFO, '08010100');
    device.arqc({ reader: '08', cardType: 0x07 });
    await transaction.respond(approved);
    device.note(COMPLETE, '08020600');
    device.note(COMPLETE, '08000000');
    expect(story().at(-1)).toBe('finished approved');
  });
});

describe('a payment without a card', () => {
  it.each([
    ['00010000', 'finished timed-out'],
    ['00030200', 'finished cancelled by cardholder'],
  ])('ends at %s as %s', async (status, end) => {
    const { device, story } = await run();
    device.note(COMPLETE, status);
    expect(story()).toEqual(['prompt present-card', end]);
    expect(device.clock.pending).toBe(0);
  });

  it('shows the texts of a model without a display as prompts', async () => {
    const { device, story } = await run();
    const show = (text: string) =>
      device.note(0x1803, '02010100', [{ tag: 0x83, value: Uint8Array.from(`${text}\0`, (c) => c.charCodeAt(0)) }]);
    for (const text of [
      '$12.34\nTAP, INSERT OR SWIPE CARD',
      'SEE PHONE',
      'Present Card Again',
      'ENTER PIN',
      'WELCOME',
    ]) {
      show(text);
    }
    show('$12.34\nINSERT CARD');
    device.note(0x1803, '02020000');
    expect(story()).toEqual([
      'prompt present-card',
      'prompt see-phone',
      'prompt tap-again',
      'prompt enter-pin',
      'prompt insert-card',
      'prompt choose-on-terminal',
    ]);
  });
});

describe('cancel', () => {
  it('ends when the terminal confirms', async () => {
    const { device, transaction, story } = await run();
    expect(await transaction.cancel()).toBe('asked');
    expect(story()).toEqual(['prompt present-card']);
    device.note(COMPLETE, '00030100');
    expect(story().at(-1)).toBe('finished cancelled by host');
    expect(await transaction.cancel()).toBe('too-late');
    expect(device.asked(0x1008)).toHaveLength(1);
  });

  it('ends even if the terminal never confirms', async () => {
    const { device, transaction, story } = await run();
    await transaction.cancel();
    await device.clock.advance(3_000);
    expect(story().at(-1)).toBe('finished cancelled by host');
    expect(device.clock.pending).toBe(0);
  });

  it("fails when the bank's answer was sent before and the terminal never confirms, because the outcome is unknown", async () => {
    const { device, transaction, story } = await asking();
    await transaction.respond(approved);
    await transaction.cancel();
    await device.clock.advance(3_000);
    expect(story().at(-1)).toMatch(/^finished failed/);
  });

  it('continues to the real result when it is too late (020305)', async () => {
    const { device, transaction, story } = await asking();
    await transaction.respond(approved);
    device.answers.set(0x1008, { severity: 'not-started', code: 0x020305 });
    expect(await transaction.cancel()).toBe('too-late');
    device.approve();
    expect(story().at(-1)).toBe('finished approved');
  });

  it('ends with the known result, in time, when no transaction runs (020304)', async () => {
    const { device, transaction, story } = await run();
    device.answers.set(0x1008, { severity: 'not-started', code: 0x020304 });
    expect(await transaction.cancel()).toBe('too-late');
    await device.clock.advance(3_000);
    expect(story().at(-1)).toMatch(/^finished failed: the terminal no longer runs the payment/);
  });

  it('accepts a confirmation that overtakes the response', async () => {
    const { device, transaction, story } = await run();
    device.answers.set(0x1008, 'silence');
    const answer = codeOf(transaction.cancel());
    await settle();
    device.note(COMPLETE, '00030100');
    expect(story().at(-1)).toBe('finished cancelled by host');
    await device.clock.advance(10_000);
    expect(await answer).toBe('resolved');
  });

  it('ends once when the response follows the confirmation', async () => {
    const { device, transaction, story } = await run();
    device.answers.set(0x1008, 'silence');
    const answer = transaction.cancel();
    await settle();
    device.note(COMPLETE, '00030100');
    const [request] = device.asked(0x1008);
    if (!request) throw new Error('no cancel was sent');
    device.say(encodeMmsResponse(request));
    expect(await answer).toBe('asked');
    await device.clock.advance(10_000);
    expect(story().filter((word) => word.startsWith('finished'))).toEqual(['finished cancelled by host']);
    expect(device.clock.pending).toBe(0);
  });

  it('rejects with TERM_SILENT when the terminal does not answer, and the payment still ends', async () => {
    const { device, transaction, story } = await run();
    device.answers.set(0x1008, 'silence');
    device.answers.set(0xdf01, 'silence');
    const answer = codeOf(transaction.cancel());
    await device.clock.advance(10_000);
    expect(await answer).toBe('TERM_SILENT');
    await device.clock.advance(60_000);
    expect(story().at(-1)).toBe('finished lost TERM_SILENT');
    expect(device.clock.pending).toBe(0);
  });

  it('reports a "cancelled by host" without a request as unmatched', async () => {
    const { device, story, notices } = await run();
    device.note(COMPLETE, '00030100');
    expect(story()).toEqual(['prompt present-card']);
    expect(notices).toEqual([{ type: 'unmatched', what: 'stopped 0105 00 03 01 00' }]);
  });
});
