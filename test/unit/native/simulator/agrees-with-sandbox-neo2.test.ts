import { afterEach, describe, expect, it } from 'vitest';
import { testDeck } from '../../../../native/simulator/index.ts';
import { openCardData, emvFormat } from '../../../../electron/sandbox/crypto/card-data.ts';
import { issuerAuthenticationData } from '../../../../electron/sandbox/crypto/issuer.ts';
import { unreadable } from '../../../../native/families/neo2/simulator/faults.ts';
import type { Neo2TerminalOptions } from '../../../../native/simulator/index.ts';
import { Neo2Stand, type Sale } from '../neo2/stand.ts';

/**
 * The reader, the driver that passes its data on, and the platform were written apart from each other: here each checks
 * the other, on exactly what would be posted.
 */
const open: Neo2Stand[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function online(gesture: 'insert' | 'tap' | 'swipe', options: Neo2TerminalOptions = {}) {
  const stand = await Neo2Stand.open('tcp', options);
  open.push(stand);
  const sale = await stand.sale();
  await stand.gesture(gesture, 2_000);
  if (stand.reader.face.can.includes('enter-pin')) await stand.gesture('enter-pin');
  return { stand, sale };
}

function posted(sale: Sale) {
  const request = sale.events.find((event) => event.type === 'online-request');
  if (!request) throw new Error(`no online request: ${sale.story.join(', ')}`);
  return request;
}

function read(sale: Sale) {
  const { data } = posted(sale);
  expect(data.format).toBe(emvFormat.neo2);
  const opened = openCardData(data.format, Buffer.from(data.encryptedEmvData, 'hex'));
  if (!opened.ok) throw new Error(`${opened.why}: ${opened.detail}`);
  expect(opened.keySerialNumber).toBe(data.keySerialNumber);
  const card = opened.read((number) => number);
  opened.wipe();
  return { ...card, ksn: opened.keySerialNumber };
}

describe('what the reader encrypts, the sandbox reads', () => {
  it.each(testDeck.flatMap(({ id }) => (['insert', 'tap', 'swipe'] as const).map((gesture) => [id, gesture] as const)))(
    '%s, %s',
    async (id, gesture) => {
      const { sale } = await online(gesture, { chosenCard: id });
      const { ksn, facts, known } = read(sale);
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
      expect(facts.cryptogram === null).toBe(gesture === 'swipe');
      // Nothing of the number is in what was posted: neither in clear nor masked.
      const { encryptedEmvData } = posted(sale).data;
      expect(encryptedEmvData).not.toContain(card?.pan.slice(0, 6));
      expect(encryptedEmvData).not.toMatch(/C{6}/);
    },
  );

  it('a stripe after a chip that could not be read', async () => {
    const stand = await Neo2Stand.open('tcp', { behaviours: [unreadable('chip-unreadable')] });
    open.push(stand);
    const sale = await stand.sale();
    await stand.gesture('insert');
    await stand.gesture('remove');
    await stand.gesture('swipe');
    expect(posted(sale).data.encryptedEmvData).toContain('9F390180');
    expect(read(sale).facts).toMatchObject({ entry: 'swipe', lastFour: '1111', cryptogram: null });
  });

  it.each([
    ['00', '00', 'approved'],
    ['51', '51', 'declined'],
    // Made for a refusal, sent with an approval: the card notices.
    ['05', '00', 'declined'],
  ])('and its answer (91 for %s, 8A %s) is judged by the card: %s', async (madeFor, sent, last) => {
    const { stand, sale } = await online('insert');
    const { cryptogram } = read(sale).facts;
    await stand.through(
      sale.transaction.respond({
        isApproved: sent === '00',
        authorizationResponseCode: sent,
        issuerAuthenticationData: issuerAuthenticationData(cryptogram ?? Buffer.alloc(8), madeFor),
      }),
    );
    await stand.clock.advance(2_000);
    if (stand.reader.face.can.includes('remove')) await stand.gesture('remove');
    expect(sale.last).toContain(last);
  });
});
