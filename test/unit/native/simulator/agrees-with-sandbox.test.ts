import { afterEach, describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../native/framing/bytes.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { testDeck } from '../../../../native/simulator/index.ts';
import { openBlob, testKeySet } from '../../../../electron/sandbox/crypto/blob.ts';
import { readCard } from '../../../../electron/sandbox/crypto/card.ts';
import { issuerAuthenticationData } from '../../../../electron/sandbox/crypto/issuer.ts';
import { makeStand, SERIAL_NUMBER, type Stand } from './stand.ts';

/** Terminal side and platform side were written apart from each other: here each checks the other. */
const open: Stand[] = [];
afterEach(() => open.splice(0).forEach((one) => one.close()));

function stand(options: Parameters<typeof makeStand>[0]): Stand {
  const made = makeStand(options);
  open.push(made);
  return made;
}

function read(made: Stand) {
  const opened = openBlob(Buffer.from(made.host.blob('0802')), testKeySet);
  if (!opened.ok) throw new Error(`${opened.why}: ${opened.detail}`);
  return { ksn: opened.keySerialNumber, ...readCard(opened.plaintext, (number) => number) };
}

describe('what the terminal encrypts, the sandbox reads', () => {
  it.each(testDeck.flatMap(({ id }) => (['insert', 'tap', 'swipe'] as const).map((gesture) => [id, gesture] as const)))(
    '%s, %s',
    (id, gesture) => {
      const made = stand({ chosenCard: id });
      made.online(gesture);
      if (made.terminal.face.can.includes('enter-pin')) made.terminal.gesture('enter-pin');
      const { ksn, facts, known } = read(made);
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
    },
  );

  it.each([
    ['00', '00', '0105 10020600'],
    ['51', '51', '0105 10028000'],
    // Made for a refusal, sent with an approval: the card notices.
    ['05', '00', '0105 10028000'],
  ])('and its answer (91 for %s, 8A %s) is judged by the card: %s', (madeFor, sent, outcome) => {
    const made = stand({});
    made.online();
    const { cryptogram } = read(made).facts;
    made.host.say(
      commands.resumeTransaction(7, {
        deviceSerialNumber: SERIAL_NUMBER,
        authorizationResponseCode: sent,
        issuerAuthenticationData: fromHex(issuerAuthenticationData(cryptogram ?? Buffer.alloc(8), madeFor)),
      }),
    );
    made.clock.advance(1_000);
    expect(made.host.story).toContain(outcome);
  });

  it('and one changed bit of a blob is refused', () => {
    const made = stand({});
    made.online();
    const blob = Buffer.from(made.host.blob('0802'));
    for (const at of [60, blob.length - 5, blob.length - 1]) {
      const bent = Buffer.from(blob);
      bent[at] = (bent[at] ?? 0) ^ 0x04;
      expect(openBlob(bent, testKeySet).ok, `${at} of ${toHex(blob).length / 2}`).toBe(false);
    }
  });
});
