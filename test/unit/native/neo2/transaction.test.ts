import { describe, expect, it } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import { toHex } from '../../../../native/framing/bytes.ts';
import { code, status } from '../../../../native/families/neo2/codec/codes.ts';
import { neo2Faults as faults, testDeck } from '../../../../native/simulator/index.ts';
import { responseCryptogram } from '../../../../native/families/shared/simulator/card/emv-card.ts';
import { connectNeo2 } from '../../../../native/families/neo2/driver/driver.ts';
import { codeOf, MemoryLink } from '../support.ts';
import { approved, declined, request, openTestBench } from './test-bench.ts';
import { openNeo2Blob } from './host-side.ts';

describe.each(['tcp', 'hid'] as const)('a sale over %s', (kind) => {
  it('goes through every step in order by chip, and the reader decides the result', async () => {
    const at = await openTestBench(kind);
    const sale = await at.sale();
    expect(at.reader.step).toBe('waiting-card');
    await at.gesture('insert');
    expect(sale.story).toEqual(['prompt present-card', 'prompt processing', 'card presented chip', 'online chip']);
    expect(at.reader.step).toBe('online');
    await at.through(sale.transaction.respond(approved));
    expect(sale.last).toBe('prompt processing');
    await at.clock.advance(1_000);
    expect(sale.story.slice(-2)).toEqual(['prompt remove-card', 'finished approved']);
    expect(at.reader.face.display).toEqual(['APPROVED', 'REMOVE CARD']);
    expect(at.sent).toEqual([
      'set-configuration',
      'start-transaction',
      'contact-authenticate',
      'contact-apply-host-response',
    ]);
    expect(at.notices).toEqual([]);
    expect(new Set(sale.events.map(({ attempt }) => attempt))).toEqual(new Set(['A1']));
  });

  it.each([
    ['tap', 'contactless'],
    ['swipe', 'swipe'],
  ] as const)('ends with the bank’s answer by %s', async (gesture, entryMode) => {
    const at = await openTestBench(kind);
    const sale = await at.sale();
    await at.gesture(gesture);
    expect(sale.last).toBe(`online ${entryMode}`);
    await at.through(sale.transaction.respond(approved));
    expect(sale.story.slice(-1)).toEqual(['finished approved']);
    expect(at.sent).not.toContain('contact-apply-host-response');
    await at.clock.advance(100);
    expect(at.reader.face.display).toEqual(['THANK YOU']);
  });

  it.each(['insert', 'tap', 'swipe'] as const)('is declined by the bank by %s', async (gesture) => {
    const at = await openTestBench(kind);
    const sale = await at.sale();
    await at.gesture(gesture);
    await at.through(sale.transaction.respond(declined));
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished declined');
  });

  it('may leave a chip card in without a report, and the next card clears the notice', async () => {
    const at = await openTestBench(kind);
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(1_000);
    expect(at.slots).toEqual(['maybe']);
    await at.gesture('remove');
    await at.sale();
    await at.gesture('tap');
    expect(at.slots).toEqual(['maybe', 'out']);
  });

  it('uses its own key each time', async () => {
    const at = await openTestBench(kind);
    const keys: string[] = [];
    for (const gesture of ['insert', 'tap', 'swipe'] as const) {
      const sale = await at.sale();
      await at.gesture(gesture);
      const online = sale.events.find((event) => event.type === 'online-request');
      keys.push(online?.data.keySerialNumber ?? '');
      await at.through(sale.transaction.respond(approved));
      await at.clock.advance(1_000);
      if (gesture === 'insert') await at.gesture('remove');
    }
    expect(keys).toEqual(['FFFF9876543210E00001', 'FFFF9876543210E00002', 'FFFF9876543210E00003']);
  });
});

describe('card data', () => {
  it.each(['insert', 'tap', 'swipe'] as const)('can be decrypted only by the platform: %s', async (gesture) => {
    const at = await openTestBench();
    const wire: string[] = [];
    at.reader.onSend((bytes) => wire.push(toHex(bytes)));
    const sale = await at.sale();
    await at.gesture(gesture);
    const online = sale.events.find((event) => event.type === 'online-request');
    if (!online) throw new Error('no online request');
    const { encryptedEmvData, keySerialNumber, format } = online.data;
    expect(format).toBe(2);
    const blob = openNeo2Blob(encryptedEmvData);
    expect(blob.keySerialNumber).toBe(keySerialNumber);
    expect(blob.values.get('5A')).toBe(testDeck[0]?.pan);
    expect(blob.values.get('57')).toMatch(new RegExp(`^${testDeck[0]?.pan}D3012201`));
    expect(blob.clear.get('9F02')).toBe('000000001234');
    expect(blob.clear.get('5F2A')).toBe('0840');
    expect(blob.clear.get('9F39')).toBe({ insert: '05', tap: '07', swipe: '90' }[gesture]);
    expect(blob.clear.has('9F26')).toBe(gesture !== 'swipe');
    // Masked numbers are on the wire, and were dropped.
    expect(wire.join('')).toContain('57A1114111CCCCCCCC1111D3012');
    expect(encryptedEmvData).not.toContain('57A1');
    expect(encryptedEmvData).not.toContain('5AA1');
    const output = JSON.stringify(sale.events) + wire.join('');
    for (const { pan } of testDeck) {
      expect(output).not.toContain(pan);
      expect(output).not.toContain(toHex(Buffer.from(pan)));
    }
  });

  it('are read from a card with an odd number of digits', async () => {
    const at = await openTestBench('tcp', { chosenCard: 'lost-reply' });
    const sale = await at.sale();
    await at.gesture('tap');
    const online = sale.events.find((event) => event.type === 'online-request');
    expect(openNeo2Blob(online?.data.encryptedEmvData ?? '').values.get('5A')).toBe('378282246310005F');
  });

  it('complete with a genuine proof of the bank, and decline with a spoilt proof', async () => {
    for (const isGenuine of [true, false]) {
      const at = await openTestBench();
      const sale = await at.sale();
      await at.gesture('insert');
      const online = sale.events.find((event) => event.type === 'online-request');
      const arqc = openNeo2Blob(online?.data.encryptedEmvData ?? '').clear.get('9F26') ?? '';
      const proof = responseCryptogram(Buffer.from(arqc, 'hex'), Buffer.from('00'));
      if (!isGenuine) proof[0] = (proof[0] ?? 0) ^ 1;
      const issuerAuthenticationData = `${toHex(proof)}3030`;
      await at.through(
        sale.transaction.respond({ ...approved, issuerAuthenticationData, issuerScripts: ['71028600'] }),
      );
      await at.clock.advance(1_000);
      expect(sale.last).toBe(isGenuine ? 'finished approved' : 'finished declined');
    }
  });

  it('never reach the bank if they are for another amount', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    // The reader repeats its card data from a sale of 99.99.
    const other = await openTestBench();
    const strange: Uint8Array[] = [];
    other.reader.onSend((bytes) => strange.push(bytes));
    const elsewhere = await other.sale({ amountMinor: 9_999 });
    await other.gesture('tap');
    expect(elsewhere.last).toBe('online contactless');
    const answer = strange.find((bytes) => bytes[10] === code.transaction && bytes[11] === status.goOnline);
    at.reader.controls.say(answer ?? new Uint8Array());
    await at.clock.advance(100);
    expect(sale.last).toBe('finished failed: the card data is for another amount');
    expect(sale.story.some((word) => word.startsWith('online'))).toBe(false);
    expect(at.notices).toContainEqual({ type: 'unmatched', what: 'the card data is for another amount' });
  });
});

describe('the chip decides the result', () => {
  it('the chip declines although the bank approved', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.cardDeclines()] });
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished declined');
  });

  it('the driver queries the chip’s result if the reader’s last answer is lost', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('insert');
    at.reader.addBehaviour(faults.silentReply({ to: [code.contact] }));
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(29_000);
    expect(sale.last).toBe('prompt remove-card');
    expect(at.sent.at(-1)).toBe('contact-apply-host-response');
    await at.clock.advance(5_000);
    expect(at.sent.at(-1)).toBe('contact-retrieve-result');
    expect(sale.last).toBe('finished approved');
  });

  it('the result is unknown if the reader does not answer that query either', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('insert');
    await at.through(sale.transaction.respond(approved));
    at.reader.addBehaviour(faults.mute());
    await at.clock.advance(60_000);
    expect(sale.last).toBe('finished lost TERM_SILENT');
  });

  it('the sale is unpaid if the chip never received the bank’s answer', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.deaf({ to: [code.contact] })] });
    const sale = await at.sale();
    // The reader misses 60-11, so the command stays unconfirmed.
    await at.gesture('insert', 10_000);
    expect(sale.last).toMatch(/^finished failed: .* gave no answer/);
    expect(at.reader.step).toBeNull();
  });

  it('an answer that no card could read is refused before it is sent, and a second answer is accepted', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('insert');
    for (const bad of [
      { ...approved, authorizationResponseCode: '0' },
      { ...approved, issuerAuthenticationData: '1122' },
      { ...approved, issuerAuthenticationData: 'XX22334455667788' },
      { ...approved, issuerScripts: ['8A023030'] },
    ]) {
      expect(await codeOf(sale.transaction.respond(bad))).toBe('TERM_REFUSED');
    }
    expect(at.sent).not.toContain('contact-apply-host-response');
    await at.through(sale.transaction.respond(approved));
    await at.clock.advance(1_000);
    expect(sale.last).toBe('finished approved');
  });

  it('a reader that refuses the answer can be stopped', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('insert');
    at.reader.addBehaviour(faults.refuse(status.notAllowed, { to: [code.contact] }));
    expect(await codeOf(at.through(sale.transaction.respond(approved)))).toBe('TERM_BUSY');
    expect(await at.through(sale.transaction.cancel())).toBe('asked');
    expect(sale.last).toBe('finished cancelled by host');
  });

  it('the driver stops the reader if the bank does not answer, and reports that reason', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.gesture('insert');
    await at.clock.advance(301_000);
    expect(sale.last).toBe('finished failed: the bank did not answer in time');
    expect(at.reader.step).toBeNull();
  });
});

describe('starting', () => {
  it.each([
    ['low battery', { behaviours: [faults.lowBattery()] }, 'TERM_REFUSED'],
    ['NAK', { behaviours: [faults.refuse(status.failed, { to: [code.transaction] })] }, 'TERM_REFUSED'],
    ['not allowed now', { behaviours: [faults.refuse(status.notAllowed, { to: [code.transaction] })] }, 'TERM_BUSY'],
    ['not activated', { sensors: { isActivated: false } }, 'TERM_BUSY'],
  ] as const)('is refused: %s', async (_what, options, expected) => {
    const at = await openTestBench('tcp', options);
    expect(await at.begin()).toMatchObject({ code: expected });
    expect(at.notices).toEqual([]);
  });

  it.each([
    ['an unknown currency', { currency: 'ZZZ' }, 'TERM_UNSUPPORTED'],
    ['an amount of zero', { amountMinor: 0 }, 'PAY_AMOUNT'],
    ['a fraction', { amountMinor: 1.5 }, 'PAY_AMOUNT'],
    ['thirteen digits', { amountMinor: 1_000_000_000_000 }, 'PAY_AMOUNT'],
  ])('is refused before anything is sent: %s', async (_what, changes, expected) => {
    const at = await openTestBench();
    expect(await at.begin(changes)).toMatchObject({ code: expected });
    expect(at.sent).toEqual([]);
  });

  it('is refused the second time, and the first sale continues', async () => {
    const at = await openTestBench();
    const first = at.sale();
    expect(await codeOf(at.terminal.start(request, () => undefined))).toBe('TERM_BUSY');
    const sale = await first;
    expect(await codeOf(at.terminal.start(request, () => undefined))).toBe('TERM_BUSY');
    expect(await codeOf(at.terminal.clear())).toBe('TERM_BUSY');
    expect(await codeOf(at.terminal.reboot())).toBe('TERM_BUSY');
    expect(await codeOf(at.terminal.setIdleMessage('x'))).toBe('TERM_BUSY');
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('is stopped by the driver if it gets no answer, so that a tap cannot pay an abandoned sale', async () => {
    const at = await openTestBench('tcp', {
      behaviours: [faults.silentReply({ kind: 'taken', to: [code.transaction] })],
    });
    const outcome = await at.begin();
    expect(outcome).toBeInstanceOf(TillError);
    expect(outcome).toMatchObject({ code: 'TERM_SILENT' });
    expect(at.reader.step).toBeNull();
    await at.clock.advance(5_000);
    const next = await at.sale();
    expect(next.story).toEqual(['prompt present-card']);
  });

  it('sends only commands of the sale while a sale runs, because a reader treats any other command as a cancel', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    at.sent.length = 0;
    await at.terminal.ping();
    await at.terminal.health();
    expect(at.sent).toEqual([]);
    await at.gesture('tap');
    expect(sale.last).toBe('online contactless');
  });

  it('clears a transaction that an earlier process left running', async () => {
    const at = await openTestBench();
    await at.sale();
    expect(at.reader.step).toBe('waiting-card');
    const later = await openTestBench();
    later.link.onWrite = (bytes) => at.reader.receive(bytes);
    at.reader.onSend((bytes) => later.link.feed(bytes));
    await later.through(later.terminal.clear());
    expect(at.reader.step).toBeNull();
  });
});

describe('a transaction that an earlier host left running', () => {
  it('ends when a new host connects, even during a PIN entry', async () => {
    const at = await openTestBench('tcp', { chosenCard: 'pin' });
    await at.sale();
    await at.gesture('insert');
    expect(at.reader.step).toBe('entering-pin');
    at.link.lose();
    await at.clock.advance(10);
    // Another link to the same reader, as after reconnecting the cable.
    const link = new MemoryLink();
    const stopSending = at.reader.onSend((bytes) => link.feed(bytes));
    link.onWrite = (bytes) => at.reader.receive(bytes);
    const terminal = await at.through(connectNeo2(link, { clock: at.clock }));
    expect(terminal.identity.serialNumber).toBe('630Z000001');
    expect(at.reader.step).toBeNull();
    await at.through(terminal.close());
    stopSending();
  });

  it('a restart clears every outstanding reply, and the next sale begins at once', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    at.reader.controls.reboot();
    await at.clock.advance(5_000);
    expect(sale.last).toBe('finished failed: the terminal restarted');
    const again = await at.begin({}, 500);
    expect(again).not.toBeInstanceOf(Error);
  });
});

describe('a reader that refuses to continue', () => {
  it('is stopped, so that the next sale can begin', async () => {
    const at = await openTestBench('tcp', { behaviours: [faults.refuse(status.badParameter, { to: [code.contact] })] });
    const sale = await at.sale();
    await at.gesture('insert');
    expect(sale.last).toMatch(/^finished failed: the terminal refused to go on: bad parameter/);
    expect(at.sent).toContain('cancel-transaction');
    expect(at.reader.step).toBeNull();
  });
});

describe('the link', () => {
  it.each(['waiting-card', 'online'] as const)('is lost while %s', async (step) => {
    const at = await openTestBench();
    const sale = await at.sale();
    if (step === 'online') await at.gesture('insert');
    at.link.lose();
    await at.clock.advance(10);
    expect(sale.last).toBe('finished lost LINK_LOST');
    expect(await codeOf(sale.transaction.respond(approved))).toBe('TERM_NOT_READY');
    expect((await at.terminal.closed)?.code).toBe('LINK_LOST');
  });

  it('is closed by the host during a sale, whose end comes before close() resolves', async () => {
    const at = await openTestBench();
    const sale = await at.sale();
    await at.terminal.close();
    expect(sale.last).toBe('finished lost LINK_CLOSED');
    expect(sale.story.filter((word) => word.startsWith('finished'))).toHaveLength(1);
  });
});
