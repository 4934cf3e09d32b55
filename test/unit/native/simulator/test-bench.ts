import { expect, onTestFinished } from 'vitest';
import { fromHex } from '../../../../native/framing/bytes.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { createMmsTerminal, type MmsTerminal, type MmsTerminalOptions } from '../../../../native/simulator/index.ts';
import { responseCryptogram } from '../../../../native/families/shared/simulator/card/emv-card.ts';
import { FakeClock } from './fake-clock.ts';
import { openBlob, TestHost } from './host-side.ts';

/** Sale of 12.34 USD with every reader, 60 seconds and full EMV. */
export const sale: commands.StartTransaction = {
  timeoutSeconds: 60,
  readers: { msr: true, contact: true, contactless: true },
  options: commands.startOptions.fullEmv,
  transactionType: 0,
  amountMinor: 1234,
  numericCurrency: '0840',
  currencyExponent: 2,
};

export const SERIAL_NUMBER = fromHex('B61378A0');

export interface TestBench {
  clock: FakeClock;
  terminal: MmsTerminal;
  host: TestHost;
  start(changes?: Partial<commands.StartTransaction>): void;
  /** Starts a sale, presents the card, and waits for the online request. */
  online(gesture?: 'insert' | 'tap' | 'swipe', changes?: Partial<commands.StartTransaction>): void;
  /** Sends the bank's answer; `proof` adds a genuine or a spoilt tag 91. */
  answer(code: string, proof?: 'genuine' | 'spoilt' | 'none'): void;
  close(): void;
}

/** Terminal with a manual clock, and a host at its cable. */
export function makeTestBench(options: MmsTerminalOptions = {}): TestBench {
  const clock = new FakeClock();
  const terminal = createMmsTerminal({ clock, ...options });
  const host = TestHost.on(terminal);
  let reference = 0;
  const testBench: TestBench = {
    clock,
    terminal,
    host,
    start(changes = {}) {
      host.say(commands.startTransaction(++reference, { ...sale, ...changes }));
    },
    online(gesture = 'insert', changes = {}) {
      testBench.start(changes);
      terminal.gesture(gesture);
      clock.advance(2_000);
    },
    answer(code, proof = 'genuine') {
      const responseCode = Uint8Array.from(code, (character) => character.charCodeAt(0));
      const arqc = openBlob(host.blob('0802')).data.get(0x9f26);
      const genuine = arqc
        ? Uint8Array.from([...responseCryptogram(fromHex(arqc), responseCode), ...responseCode])
        : null;
      if (genuine && proof === 'spoilt') genuine[0] = (genuine[0] ?? 0) ^ 0xff;
      host.say(
        commands.resumeTransaction(++reference, {
          deviceSerialNumber: SERIAL_NUMBER,
          authorizationResponseCode: code,
          ...(genuine && proof !== 'none' ? { issuerAuthenticationData: genuine } : {}),
        }),
      );
    },
    close: () => terminal.close(),
  };
  return testBench;
}

/** Like makeTestBench(), for the current test, which closes it at its end. */
export function testBench(options: MmsTerminalOptions = {}): TestBench {
  const made = makeTestBench(options);
  onTestFinished(() => made.close());
  return made;
}

export function setByte(to: TestBench, property: { name: string }, value: number): void {
  const call = { form: 'simple', hasObjectIdentifier: false, ...property, value: Uint8Array.of(value) } as const;
  const [answer] = to.host.ask(commands.setProperty(0x77, call));
  expect(answer).toMatchObject({ status: { severity: 'done' } });
}
