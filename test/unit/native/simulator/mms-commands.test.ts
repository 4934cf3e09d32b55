import { describe, expect, it } from 'vitest';
import { concatBytes, fromHex, toHex } from '../../../../native/framing/bytes.ts';
import { encodeSlip, slipInfo, SlipDeframer } from '../../../../native/framing/slip.ts';
import * as commands from '../../../../native/families/mms/codec/commands.ts';
import { properties } from '../../../../native/families/mms/codec/properties.ts';
import { createMmsTerminal, type MmsTerminalOptions } from '../../../../native/simulator/index.ts';
import { sale, testBench } from './test-bench.ts';

/** Requests and answers as the manual prints them (D100005000-103, tables in parentheses), byte for byte. */
const golden: readonly [label: string, request: string, reply: string, options?: MmsTerminalOptions][] = [
  ['echo (3.2.1.2)', 'AA0081040101DF018407DF018103010203', 'AA0081048201DF018204000000008407DF018103010203'],
  [
    'serial number (1205, 1206)',
    'AA00810401B5D1018418D10181072B06010401F6098501028704020101018902C100',
    'AA00810482B5D1018204000000008482001CD10181072B06010401F6098501028704020101018906C104B61378A0',
  ],
  [
    'model (1036, 1037)',
    'AA0081040106D101841AD10181072B06010401F609850102890AE108E206E204E202C100',
    'AA0081048206D10182040000000084820027D10181072B06010401F6098501028917E115E213E211E20FC10D44796E61466C65782050726F00',
    { model: 'DynaFlex Pro' },
  ],
  [
    'firmware (1039, 1040)',
    'AA0081040108D101841AD10181072B06010401F609850102890AE108E206E204E202C200',
    'AA0081048208D1018204000000008482002DD10181072B06010401F609850102891DE11BE219E217E215C213313030303030373138332D41312D5043490000',
  ],
  [
    'operational (1235, 1236)',
    'AA0081040155D101840FD1018501028704030102018902C100',
    'AA0081048255D10182040000000084820010D1018501028704030102018903C10102',
  ],
  [
    'offline detail (1238, 1239)',
    'AA0081040155D101840FD1018501028704030102018902C200',
    'AA0081048255D10182040000000084820010D1018501028704030102018903C20100',
  ],
  [
    'external power (1241, 1242)',
    'AA0081040155D101840FD1018501028704030102018902C300',
    'AA0081048255D10182040000000084820010D1018501028704030102018903C30101',
  ],
  [
    'battery (1244, 1245)',
    'AA0081040155D101840FD1018501028704030102018902C400',
    'AA0081048255D10182040000000084820010D1018501028704030102018903C40164',
  ],
  [
    'charger (1247, 1248)',
    'AA0081040155D101840FD1018501028704030102018902C500',
    'AA0081048255D10182040000000084820010D1018501028704030102018903C50104',
  ],
  [
    'temperature (1250, 1251)',
    'AA0081040155D101840FD1018501028704030102018902C600',
    'AA0081048255D10182040000000084820010D1018501028704030102018903C60126',
    { sensors: { temperatureCelsius: 38 } },
  ],
  [
    'rebooted flag (977, 978)',
    'AA0081040155D101840FD1018501018704020701018902C200',
    'AA0081048255D10182040000000084820010D1018501018704020701018903C20100',
  ],
  [
    'start refused, low battery (72)',
    'AA00810401001001843D100182013CA3098101018201018301018402000386279C01009F02060000000001009F03060000000000005F2A0208405F3601029F150200009F530100',
    'AA00810482001001820480020316',
    { sensors: { batteryPercent: 5 } },
  ],
  [
    'start (73, 75)',
    'AA00810401001001843D100182013CA3098101018201018301018402000386279C01009F02060000000001009F03060000000000005F2A0208405F3601029F150200009F530100',
    'AA00810482001001820401000000',
  ],
  ['display a fixed text (126, 127)', 'AA0081040155180384081803810102820116', 'AA0081048255180382040100000084021803'],
  [
    'free text (151, 152)',
    'AA008104012C1830841A183081010082010083020005A10C830A5448414E4B20594F5500',
    'AA008104822C1830820400000000',
  ],
  ['reset (158, 160)', 'AA00810401121F0184021F01', 'AA00810482121F01820400000000'],
];

describe('a command as the manual prints it', () => {
  it.each(golden)('is answered as printed: %s', (_, request, reply, options) => {
    const { terminal } = testBench(options);
    const deframer = new SlipDeframer('host');
    const heard: string[] = [];
    terminal.onSend((bytes) => {
      for (const item of deframer.push(bytes)) heard.push(item.kind === 'frame' ? toHex(item.message) : item.kind);
    });
    terminal.receive(encodeSlip(slipInfo.toDevice, fromHex(request)));
    expect(heard[0]).toBe(reply);
  });

  it('is answered, and then the cancellation is reported: cancel (83)', () => {
    const { host } = testBench();
    host.say(commands.startTransaction(1, sale));
    host.sayHex('AA0081040113100884021008');
    expect(host.story).toEqual(['rsp 1001 01000000', 'rsp 1008 00000000', '0105 00030100']);
  });
});

describe('properties', () => {
  it('keep settings through a reset, except the rebooted flag', () => {
    const { clock, host } = testBench();
    const set = (property: keyof typeof properties, value: number): unknown =>
      host.ask(commands.setProperty(3, { ...properties[property], value: Uint8Array.of(value) }))[0];
    expect(set('rebooted', 1)).toMatchObject({ status: { severity: 'done' } });
    expect(set('arpcTimeout', 30)).toMatchObject({ status: { severity: 'done' } });
    host.say(commands.reset(4));
    clock.advance(10_000);
    const get = (property: keyof typeof properties): string | undefined => {
      const [answer] = host.ask(commands.getProperty(5, properties[property]));
      const value = answer?.kind === 'response' ? answer.tlvs.find(({ tag }) => tag === 0x89)?.value : undefined;
      return value && toHex(value);
    };
    expect(get('rebooted')).toBe('C20100');
    expect(get('arpcTimeout')).toBe('C5011E');
  });

  it.each([
    ['a property it does not have', { ...properties.battery, name: '2.3.1.2.1.9' }, undefined],
    ['a value that does not fit', properties.rebooted, Uint8Array.of(7)],
    ['a fact, not a setting', properties.serialNumber, fromHex('B61378B0')],
  ])('are refused for %s', (_, property, value) => {
    const { host } = testBench();
    const message = value ? commands.setProperty(1, { ...property, value }) : commands.getProperty(1, property);
    expect(host.ask(message)).toMatchObject([{ status: { severity: 'not-started', code: 0x020102 } }]);
  });

  it('report tampering in each property that shows it, and payments are refused', () => {
    const { terminal, host } = testBench();
    terminal.controls.sense({ isTampered: true });
    for (const [property, expected] of [
      [properties.operational, 'C10101'],
      [properties.offlineDetail, 'C20101'],
      [properties.tampered, 'C30101'],
    ] as const) {
      const [answer] = host.ask(commands.getProperty(1, property));
      expect(answer).toMatchObject({ tlvs: expect.arrayContaining([{ tag: 0x89, value: fromHex(expected) }]) });
    }
    expect(host.ask(commands.startTransaction(2, sale))).toMatchObject([{ status: { code: 0x010109 } }]);
  });
});

describe('the terminal', () => {
  const bad = 0x020102;
  it.each([
    ['no reader', { ...sale, readers: { msr: false, contact: false, contactless: false } }, bad],
    ['a wallet option', { ...sale, options: 0x0102 }, 0x010113],
    ['the other response format', { ...sale, options: 0x0000 }, 0x010113],
    ['an exponent no currency has', { ...sale, currencyExponent: 9 }, bad],
  ])('refuses a start with %s', (_, request, code) => {
    const { host, terminal } = testBench();
    expect(host.ask(commands.startTransaction(1, request))).toMatchObject([
      { status: { severity: 'not-started', code } },
    ]);
    expect(terminal.step).toBeNull();
  });

  it.each([
    ['no amount', 'A3038201018402000286039C0100'],
    ['an amount that is not decimal', 'A30382010184020002860C9C01009F0206ABCDEF000000'],
    ['a reader value from no table', 'A30382010584020002860C9C01009F0206000000000100'],
    ['no time-out', ''],
  ])('refuses a start with %s', (label, tail) => {
    const { host } = testBench();
    const timeout = label === 'no time-out' ? 'A30382010184020002860C9C01009F0206000000000100' : `82013C${tail}`;
    const payload = `1001${timeout}`;
    const length = (payload.length / 2).toString(16).padStart(2, '0');
    host.sayHex(`AA0081040105100184${length}${payload}`);
    expect(host.story).toEqual(['rsp 1001 80020102']);
  });

  it('refuses readers that a model lacks, and texts that it cannot show', () => {
    const { host } = testBench({ model: 'DynaProx' });
    host.say(commands.startTransaction(1, sale));
    host.say(commands.displayFixedText(2, { seconds: 0, stringId: 0x14 }));
    host.say(commands.displayFlexText(3, { lines: ['Hello'] }));
    host.say(commands.startTransaction(4, { ...sale, readers: { msr: false, contact: false, contactless: true } }));
    expect(host.story.slice(0, 4)).toEqual([
      'rsp 1001 80010113',
      'rsp 1803 80010113',
      'rsp 1830 80010113',
      'rsp 1001 01000000',
    ]);
  });

  it('refuses answer, cancel and choice without a transaction, and a second start or texts during a transaction', () => {
    const { host } = testBench();
    host.say(
      commands.resumeTransaction(1, { deviceSerialNumber: fromHex('B61378A0'), authorizationResponseCode: '00' }),
    );
    host.say(commands.cancelTransaction(2));
    host.say(commands.cardholderChoice(3, { status: 'chosen', index: 0 }));
    host.say(commands.startTransaction(4, sale));
    host.say(commands.startTransaction(5, sale));
    host.say(
      commands.resumeTransaction(6, { deviceSerialNumber: fromHex('B61378A0'), authorizationResponseCode: '00' }),
    );
    host.say(commands.cardholderChoice(7, { status: 'chosen', index: 0 }));
    host.say(commands.displayFixedText(8, { seconds: 0, stringId: 0x14 }));
    host.say(commands.displayFlexText(9, { lines: ['Hello'] }));
    expect(host.story).toEqual([
      'rsp 1004 80020304',
      'rsp 1008 80020304',
      'rsp 1802 80020304',
      'rsp 1001 01000000',
      'rsp 1001 80020308',
      'rsp 1004 8002030D',
      'rsp 1802 8002030D',
      'rsp 1803 80020308',
      'rsp 1830 80020308',
    ]);
    expect(host.responses.map(({ reference }) => reference)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('refuses unknown commands, unreadable requests and too long messages, and continues', () => {
    const { terminal, host } = testBench();
    host.sayHex('AA0081040121ABCD8402ABCD');
    host.sayHex('AA0081040122DF01840FDF0181030102');
    const tooLong: string[] = [];
    const deframer = new SlipDeframer('host');
    const stop = terminal.onSend((bytes) => {
      for (const item of deframer.push(bytes)) tooLong.push(JSON.stringify(item));
    });
    host.say(new Uint8Array(5000));
    stop();
    expect(tooLong).toEqual([JSON.stringify({ kind: 'capability-exceeded', largestBytes: 4096 })]);
    host.say(commands.echo(1, Uint8Array.of(1)));
    expect(host.story).toEqual(['rsp ABCD 80010113', 'rsp DF01 80010102', 'rsp DF01 00000000']);
    expect(host.responses[1]?.reference).toBe(0x22);
  });

  it('reads a frame among noise if it is split anywhere, follows garbage, or follows an echo', () => {
    const { terminal, host } = testBench();
    const frame = encodeSlip(slipInfo.toDevice, commands.echo(9, fromHex('C0DB00')));
    const noisy = concatBytes(fromHex('00FFDB07C0AA00C0'), encodeSlip(slipInfo.toHost, fromHex('AA00')), frame);
    for (const byte of noisy) terminal.receive(Uint8Array.of(byte));
    expect(host.story).toEqual(['rsp DF01 00000000']);
    expect(toHex(host.responses[0]?.tlvs[0]?.value ?? new Uint8Array())).toBe('C0DB00');
  });
});

describe('reset and subscriptions', () => {
  it('answers, goes down within 500 ms, is silent and deaf, and then reports the reset', () => {
    const { clock, terminal, host } = testBench();
    host.say(commands.startTransaction(1, sale));
    terminal.gesture('insert');
    clock.advance(100);
    host.say(commands.reset(2));
    expect(host.story.at(-1)).toBe('rsp 1F01 00000000');
    clock.advance(500);
    expect(host.story.at(-1)).toBe('1001 00030000');
    expect(terminal.face.display).toEqual([]);
    expect(terminal.step).toBeNull();
    const before = host.messages.length;
    host.say(commands.echo(3, Uint8Array.of(1)));
    expect(host.messages).toHaveLength(before);
    clock.advance(10_000);
    expect(host.story.slice(before)).toEqual(['1001 00000000']);
    // Operational, no fault (manual table 337).
    expect(host.notifications.at(-1)?.tlvs.map(({ tag, value }) => [tag, toHex(value)])).toEqual([
      [0x81, '02'],
      [0x82, '00'],
    ]);
    // The card is still in the slot.
    expect(terminal.face.display).toEqual(['REMOVE CARD']);
    expect(host.ask(commands.echo(4, Uint8Array.of(1)))).toHaveLength(1);
  });

  it('drops a partial frame from before the reset', () => {
    const { clock, terminal, host } = testBench();
    host.say(commands.reset(1));
    clock.advance(400);
    const frame = encodeSlip(slipInfo.toDevice, commands.echo(2, Uint8Array.of(1, 2, 3)));
    terminal.receive(frame.subarray(0, 9));
    clock.advance(10_000);
    terminal.receive(frame.subarray(9));
    host.say(commands.echo(3, Uint8Array.of(4)));
    expect(host.responses.map(({ reference }) => reference)).toEqual([1, 3]);
  });

  it('stays silent after power-off until the cable is plugged in again', () => {
    const { clock, terminal, host } = testBench();
    host.sayHex('AA00810401071F0184051F01810101');
    clock.advance(60_000);
    const before = host.messages.length;
    host.say(commands.echo(1, Uint8Array.of(1)));
    expect(host.messages).toHaveLength(before);
    terminal.cableChanged(true);
    expect(host.story.at(-1)).toBe('1001 00000000');
  });

  it('sends the subscribed notifications', () => {
    const { clock, terminal, host } = testBench({ notifiesUnsubscribed: false });
    host.say(commands.startTransaction(1, sale));
    clock.advance(61_000);
    expect(host.notifications).toEqual([]);
    host.say(commands.subscribeToAll(2));
    host.say(commands.startTransaction(3, sale));
    terminal.gesture('press-cancel');
    expect(host.story.at(-1)).toBe('0105 00030200');
    // Unsubscribed from 0101 only: the card event is missing, but the end arrives.
    host.sayHex('AA00810401041F02840C1F0281010082010083020101');
    host.say(commands.startTransaction(5, sale));
    terminal.gesture('insert');
    terminal.gesture('remove');
    expect(host.story.slice(-2)).toEqual(['0105 10020800', '0105 10000000']);
  });

  it('answers the buzzer command at once, and reports when the buzzer is done', () => {
    const { clock, host } = testBench();
    host.sayHex('AA00810401031805840818058104025801F4');
    expect(host.story).toEqual(['rsp 1805 01000000']);
    clock.advance(500);
    expect(host.story.at(-1)).toBe('1805 05040100');
  });

  it('reports cards while idle only if the host has enabled it', () => {
    const { terminal, host } = testBench();
    expect(terminal.gesture('tap')).toBe(false);
    host.say(commands.setProperty(1, { ...properties.userEventsOnIdle, value: fromHex('1F000000') }));
    expect(terminal.gesture('tap')).toBe(true);
    expect(terminal.gesture('insert')).toBe(true);
    expect(terminal.face.display).toEqual(['REMOVE CARD']);
    expect(terminal.gesture('remove')).toBe(true);
    expect(terminal.gesture('swipe')).toBe(true);
    expect(host.story.slice(1)).toEqual([
      '1001 01000000',
      '1001 01010000',
      '1001 01020000',
      '1001 01030000',
      '1001 01040000',
    ]);
  });

  it('leaves no timer on close, and sends no more messages', () => {
    const { clock, terminal, host } = testBench();
    host.say(commands.startTransaction(1, sale));
    terminal.gesture('insert');
    const before = host.messages.length;
    terminal.close();
    expect(clock.pending).toBe(0);
    host.say(commands.echo(2, Uint8Array.of(1)));
    expect(host.messages).toHaveLength(before);
  });
});

it('refuses an impossible serial number, model or card', () => {
  expect(() => createMmsTerminal({ serialNumber: 'B61378' })).toThrow(/CFG_INVALID/);
  expect(() => createMmsTerminal({ serialNumber: 'b61378a' })).toThrow(/CFG_INVALID/);
  expect(() => createMmsTerminal({ model: 'Toaster' })).toThrow(/CFG_INVALID/);
  expect(() => createMmsTerminal({ chosenCard: 'gold' })).toThrow(/CFG_INVALID/);
});
