/**
 * Terminal, driver and platform were written independently: here each checks the others with exactly the data that
 * would be posted.
 */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../native/framing/bytes.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { unreadable } from '../../../../native/families/neo2/simulator/faults.ts';
import { testDeck } from '../../../../native/simulator/index.ts';
import { openBlob, testKeySet } from '../../../../electron/sandbox/crypto/blob.ts';
import { readCard } from '../../../../electron/sandbox/crypto/card.ts';
import { emvFormat, openCardData } from '../../../../electron/sandbox/crypto/card-data.ts';
import { issuerAuthenticationData } from '../../../../electron/sandbox/crypto/issuer.ts';
import { openTestBench as neo2TestBench, type Sale } from '../neo2/test-bench.ts';
import { SERIAL_NUMBER, testBench } from './test-bench.ts';

type Gesture = 'insert' | 'tap' | 'swipe';
interface Asking {
  /** Card data as the platform reads it. */
  card: ReturnType<typeof readCard> & { ksn: string };
  blobHex: string;
  /** Answers as the bank, and returns the outcome that the terminal reports. */
  answer(code: string, issuerData: string): Promise<string>;
}
interface Family {
  online(gesture: Gesture, chosenCard?: string): Promise<Asking>;
  approved: string;
  declined: string;
}

const mms: Family = {
  approved: '0105 10020600',
  declined: '0105 10028000',
  async online(gesture, chosenCard) {
    const { clock, host, online, terminal } = testBench(chosenCard === undefined ? {} : { chosenCard });
    online(gesture);
    if (terminal.face.can.includes('enter-pin')) terminal.gesture('enter-pin');
    const blob = Buffer.from(host.blob('0802'));
    const opened = openBlob(blob, testKeySet);
    if (!opened.ok) throw new Error(`${opened.why}: ${opened.detail}`);
    return {
      card: { ksn: opened.keySerialNumber, ...readCard(opened.plaintext, (number) => number) },
      blobHex: toHex(blob),
      async answer(authorizationResponseCode, issuerData) {
        const issuerAuthenticationData = fromHex(issuerData);
        const answer = { deviceSerialNumber: SERIAL_NUMBER, authorizationResponseCode, issuerAuthenticationData };
        host.say(commands.resumeTransaction(7, answer));
        clock.advance(1_000);
        return host.story.join();
      },
    };
  },
};

function posted(sale: Sale) {
  const request = sale.events.find((event) => event.type === 'online-request');
  if (!request) throw new Error(`no online request: ${sale.story.join(', ')}`);
  return request.data;
}

function read(sale: Sale): Asking['card'] {
  const { format, encryptedEmvData, keySerialNumber } = posted(sale);
  expect(format).toBe(emvFormat.neo2);
  const opened = openCardData(format, Buffer.from(encryptedEmvData, 'hex'));
  if (!opened.ok) throw new Error(`${opened.why}: ${opened.detail}`);
  expect(opened.keySerialNumber).toBe(keySerialNumber);
  const card = opened.read((number) => number);
  opened.wipe();
  return { ...card, ksn: opened.keySerialNumber };
}

const neo2: Family = {
  approved: 'approved',
  declined: 'declined',
  async online(gesture, chosenCard) {
    const made = await neo2TestBench('tcp', chosenCard === undefined ? {} : { chosenCard });
    const sale = await made.sale();
    await made.gesture(gesture, 2_000);
    if (made.reader.face.can.includes('enter-pin')) await made.gesture('enter-pin');
    return {
      card: read(sale),
      blobHex: posted(sale).encryptedEmvData,
      async answer(authorizationResponseCode, issuerData) {
        const isApproved = authorizationResponseCode === '00';
        const answer = { isApproved, authorizationResponseCode, issuerAuthenticationData: issuerData };
        await made.through(sale.transaction.respond(answer));
        await made.clock.advance(2_000);
        if (made.reader.face.can.includes('remove')) await made.gesture('remove');
        return sale.last ?? '';
      },
    };
  },
};

const gestures = testDeck.flatMap(({ id }) =>
  (['insert', 'tap', 'swipe'] as const).map((gesture) => [id, gesture] as const),
);

describe.each(Object.entries({ mms, neo2 }))('the sandbox with a %s terminal', (name, family) => {
  it.each(gestures)('reads the card data of %s, %s', async (id, gesture) => {
    const { card: shown, blobHex } = await family.online(gesture, id);
    const { ksn, facts, known } = shown;
    const card = testDeck.find((one) => one.id === id);
    expect(known).toBe(card?.pan);
    expect(ksn).toBe('FFFF9876543210E00001');
    expect(facts).toMatchObject({
      lastFour: card?.pan.slice(-4),
      entry: { insert: 'chip', tap: 'contactless', swipe: 'swipe' }[gesture],
      expiry: { year: 2030, month: 12 },
      amountMinor: 1234,
      numericCurrency: '0840',
      isPinVerified: id === 'pin' && gesture === 'insert',
    });
    expect(facts.applicationLabel).toBe(gesture === 'swipe' ? null : card?.applications[0].label);
    if (name === 'mms') return;
    expect(facts.cryptogram === null).toBe(gesture === 'swipe');
    // The posted data contains no part of the number, whether plain or masked.
    expect(blobHex).not.toContain(card?.pan.slice(0, 6));
    expect(blobHex).not.toMatch(/C{6}/);
  });

  it.each([
    ['00', '00', 'approved'],
    ['51', '51', 'declined'],
    // Made for a decline but sent with an approval: the card detects it.
    ['05', '00', 'declined'],
  ] as const)('makes the card decide by its answer, with 91 for %s and 8A %s: %s', async (madeFor, sent, outcome) => {
    const asking = await family.online('insert');
    const issuerData = issuerAuthenticationData(asking.card.facts.cryptogram ?? Buffer.alloc(8), madeFor);
    expect(await asking.answer(sent, issuerData)).toContain(family[outcome]);
  });
});

it('the sandbox refuses a blob with a changed bit', async () => {
  const blob = Buffer.from((await mms.online('insert')).blobHex, 'hex');
  for (const at of [60, blob.length - 5, blob.length - 1]) {
    const bent = Buffer.from(blob);
    bent[at] = (bent[at] ?? 0) ^ 0x04;
    expect(openBlob(bent, testKeySet).ok, `${at} of ${blob.length}`).toBe(false);
  }
});

it('the sandbox reads a stripe after an unreadable chip', async () => {
  const made = await neo2TestBench('tcp', { behaviours: [unreadable('chip-unreadable')] });
  const sale = await made.sale();
  await made.gesture('insert');
  await made.gesture('remove');
  await made.gesture('swipe');
  expect(posted(sale).encryptedEmvData).toContain('9F390180');
  expect(read(sale).facts).toMatchObject({ entry: 'swipe', lastFour: '1111', cryptogram: null });
});
