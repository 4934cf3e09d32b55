import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../native/framing/bytes.ts';
import {
  encodeNeo2Command,
  encodeNeo2Event,
  encodeNeo2Response,
  readNeo2Frame,
} from '../../../../native/framing/neo2-frame.ts';
import { Neo2ReportJoiner, splitIntoNeo2Reports } from '../../../../native/framing/neo2-hid.ts';
import { Neo2Deframer } from '../../../../native/framing/neo2-stream.ts';
import * as commands from '../../../../native/families/neo2/codec/commands.ts';
import { describeNeo2Frame } from '../../../../native/families/neo2/codec/describe.ts';
import * as more from './more-commands.ts';
import { neo2Golden, neo2TextGolden } from '../golden/neo2-vectors.ts';

const all = [...neo2Golden, ...neo2TextGolden];
const golden = (source: string): string => {
  const found = all.find((entry) => entry.source.includes(source));
  if (!found) throw new Error(`no golden frame for ${source}`);
  return toHex(fromHex(found.hex));
};

describe('a frame of the reference', () => {
  it.each(all)('is read as in the guide: $source', ({ hex, means }) => {
    const read = readNeo2Frame(fromHex(hex), 'response');
    const meaning = read.ok ? describeNeo2Frame(read.frame) : { fault: read.fault.kind };
    expect(meaning).toEqual(means);
  });

  it.each(all)('is read as in the guide on a stream and in reports: $source', ({ hex, means }) => {
    const bytes = fromHex(hex);
    const overStream = new Neo2Deframer('host').push(bytes);
    const joiner = new Neo2ReportJoiner('host');
    const overHid = splitIntoNeo2Reports(bytes).flatMap((report) => joiner.push(report));
    for (const items of [overStream, overHid]) {
      const meant = items.map((item) =>
        item.kind === 'frame' ? describeNeo2Frame(item.frame) : { fault: item.reason },
      );
      expect(meant).toEqual([means]);
    }
  });
});

describe('the requests among the frames', () => {
  const start = { timeoutSeconds: 30, amountMinor: 100, otherAmountMinor: 0, allowsFallback: true };
  const built: [source: string, frame: Uint8Array][] = [
    ['Get Configuration 03-02', more.getConfiguration()],
    ['Get Serial Number 12-01', commands.getSerialNumber()],
    ['60-16 set 3C', more.setContactConfiguration(3)],
    ['C|NEO2 IDG p471 83-50', more.getLightSensor()],
    ['61-09', more.removeScreenObject('Screen1', 'Text1')],
    ['61-08 update text', commands.updateScreenObject('Screen1', 'Text1', 'Text1 Label')],
    ['61-08 color', more.colourScreenObject('Screen1', 'Text1', fromHex('0000FFFF'))],
    [
      '61-07 button',
      more.addScreenObject({
        screen: 'Screen1',
        object: 'Medium Button1',
        kind: more.screenObject.button,
        placement: 2,
        x: 0,
        y: 0,
        content: fromHex('4D656469756D3100'),
      }),
    ],
    [
      '61-07 invisible',
      more.addScreenObject({
        screen: 'Screen1',
        object: 'Invisible1',
        kind: more.screenObject.invisible,
        placement: 1,
        x: 0,
        y: 0,
      }),
    ],
    ['61-11', more.listScreens()],
    [
      'web-hid-api 02-40',
      commands.startTransaction({
        timeoutSeconds: null,
        tlvs: [
          { tag: 0x9f02, value: fromHex('00') },
          { tag: 0x9f03, value: fromHex('00') },
          { tag: 0xffee08, value: fromHex('DFEF1A010ADFED280103') },
        ],
      }),
    ],
    [
      'VP3350 manual p13',
      commands.startPayment({
        ...start,
        interfaces: { swipe: true, contactless: true, contact: true },
        nextCommandSeconds: 0x60,
        outputTags: [],
      }),
    ],
    ['91-10 whitelist', more.setWhiteList(fromHex(golden('91-10')).slice(14, -2))],
    ['section 4, ping', commands.ping()],
    ['section 4, firmware', commands.getFirmwareVersion()],
    ['section 4, coin cell', more.getCoinCell()],
    ['section 4, cancel', commands.cancelTransaction()],
    ['section 4, reset transaction state', more.resetTransactionState()],
    ['section 4, stop', more.stopTransaction()],
    ['section 4, restart', commands.restart()],
    ['section 4, poll on demand', more.pollOnDemand()],
    ['section 5, authenticate', commands.authenticateContact({ flag: 0, timeoutSeconds: 120 })],
    [
      'section 5, host response',
      commands.applyHostResponse({
        authorizationResponseCode: '00',
        issuerAuthenticationData: fromHex('11223344556677883030'),
      }),
    ],
    [
      'section 5, contact only',
      commands.startTransaction({
        timeoutSeconds: 60,
        tlvs: [
          { tag: 0x9f02, value: commands.numeric(1000) },
          { tag: 0xdfef37, value: fromHex('04') },
          { tag: 0xdfef3c, value: fromHex('010060') },
        ],
      }),
    ],
  ];

  it.each(built)('are produced byte for byte: %s', (source, frame) => {
    expect(toHex(frame)).toBe(golden(source));
  });

  it('include every correctly printed request', () => {
    const requests = all.filter(({ means }) => 'name' in means && !/answer|event/.test(means.name));
    expect(built.map(([source]) => golden(source)).sort()).toEqual(
      requests.map(({ hex }) => toHex(fromHex(hex))).sort(),
    );
  });

  it('have the correct checksum where the guide has a misprint', () => {
    expect(toHex(more.createScreen('Screen2')).slice(-4)).toBe('F182');
    expect(golden('61-0A').slice(0, -4)).toBe(toHex(more.createScreen('Screen2')).slice(0, -4));
  });

  it('answers and events are all encoded on the device side', () => {
    for (const { hex, means } of all) {
      const read = readNeo2Frame(fromHex(hex), 'response');
      if (!read.ok || read.frame.kind === 'v3-response') continue;
      const { frame } = read;
      const encoded =
        frame.kind === 'event'
          ? encodeNeo2Event(frame.data)
          : frame.kind === 'response'
            ? encodeNeo2Response(frame.command, frame.status, frame.data)
            : encodeNeo2Command(frame.command, frame.subcommand, frame.data);
      expect(toHex(encoded), JSON.stringify(means)).toBe(toHex(fromHex(hex)));
    }
  });
});
