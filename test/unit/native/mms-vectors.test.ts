import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../native/framing/bytes.ts';
import { tagName, type Tlv } from '../../../native/framing/tlv.ts';
import * as commands from '../../../native/families/mms/codec/commands.ts';
import { parseMmsMessage, type MmsMessage } from '../../../native/families/mms/codec/message.ts';
import {
  packSerialNumber,
  properties,
  propertyText,
  readProperty,
  unpackSerialNumber,
} from '../../../native/families/mms/codec/properties.ts';
import { mmsGolden, type MmsGolden } from './golden/mms-vectors.ts';

const hex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');
const plainTlvs = (tlvs: readonly Tlv[]) =>
  tlvs.map(({ tag, value }): [string, string] => [tagName(tag), toHex(value)]);

function meaning(message: MmsMessage): MmsGolden['means'] {
  switch (message.kind) {
    case 'request':
      return {
        kind: 'request',
        reference: hex(message.reference, 2),
        command: hex(message.command, 4),
        tlvs: plainTlvs(message.tlvs),
      };
    case 'response':
      return {
        kind: 'response',
        reference: hex(message.reference, 2),
        command: hex(message.command, 4),
        severity: message.status.severity,
        code: hex(message.status.code, 6),
        tlvs: plainTlvs(message.tlvs),
      };
    case 'notification':
      return {
        kind: 'notification',
        code: hex(message.code, 4),
        status: toHex(Uint8Array.from(message.status)),
        tlvs: plainTlvs(message.tlvs),
      };
    case 'data-file':
      return {
        kind: 'data-file',
        direction: message.direction,
        reference: hex(message.reference, 2),
        command: hex(message.command, 4),
        fileType: hex(message.fileType, 8),
        file: toHex(message.file),
      };
  }
}

function parsed(bytes: Uint8Array): MmsMessage {
  const result = parseMmsMessage(bytes);
  if (!result.ok) throw new Error(`${result.fault.kind}: ${result.fault.message}`);
  return result.message;
}

const golden = (label: string): Uint8Array => {
  const entry = mmsGolden.find((candidate) => candidate.label === label);
  if (!entry) throw new Error(`no golden vector named ${label}`);
  return fromHex(entry.hex);
};

describe('an example of the reference', () => {
  it.each(mmsGolden)('is read as the manual says: $label ($source)', ({ hex: text, means }) => {
    expect(meaning(parsed(fromHex(text)))).toEqual(means);
  });
});

describe('a request of the examples', () => {
  const manualStart = {
    timeoutSeconds: 60,
    options: commands.startOptions.quickChip,
    transactionType: 0,
    amountMinor: 100,
    otherAmountMinor: 0,
    numericCurrency: '0840',
    currencyExponent: 2,
    merchantCategoryCode: '0000',
    transactionCategoryCode: 0,
  };
  const requests: [label: string, bytes: Uint8Array][] = [
    [
      'start all (quick chip)',
      commands.startTransaction(0, { ...manualStart, readers: { msr: true, contact: true, contactless: true } }),
    ],
    [
      'start ctls only',
      commands.startTransaction(0, { ...manualStart, readers: { msr: false, contact: false, contactless: true } }),
    ],
    [
      'resume (ARPC)',
      commands.resumeTransaction(0, {
        deviceSerialNumber: fromHex('992690E116120710'),
        authorizationResponseCode: '00',
        undocumentedTag82: 0x78,
      }),
    ],
    ['display PROCESSING 2 s', commands.displayFixedText(0x55, { seconds: 2, stringId: 0x16 })],
    ['display PLEASE WAIT infinite', commands.displayFixedText(0x55, { seconds: 0, stringId: 0x0e })],
    [
      'flex UI text "THANK YOU" line 3',
      commands.displayFlexText(0x2c, { titleId: 5, lines: [undefined, undefined, 'THANK YOU'] }),
    ],
    ['set notif subscriptions (default = subscribe all)', commands.subscribeToAll(0x55)],
    ['get serial', commands.getProperty(0xb5, properties.serialNumber)],
    ['get model', commands.getProperty(0x06, properties.model)],
    ['get fw', commands.getProperty(0x08, properties.firmware)],
    ['get operational status', commands.getProperty(0x55, properties.operational)],
    ['get offline detail', commands.getProperty(0x55, properties.offlineDetail)],
    ['get charger', commands.getProperty(0x55, properties.charger)],
    ['get temperature', commands.getProperty(0x55, properties.temperature)],
    ['get tamper', commands.getProperty(0x55, properties.tampered)],
    ['get reset-acknowledged flag', commands.getProperty(0x55, properties.rebooted)],
    ['set ARPC timeout FF', commands.setProperty(0x55, { ...properties.arpcTimeout, value: Uint8Array.of(0xff) })],
  ];

  it.each(requests)('is built byte for byte: %s', (label, bytes) => {
    expect(toHex(bytes)).toBe(toHex(golden(label)));
  });

  it('is built for each of them', () => {
    const inGolden = mmsGolden.filter(({ means }) => means.kind === 'request').map(({ label }) => label);
    expect(requests.map(([label]) => label).sort()).toEqual(inGolden.sort());
  });

  // Examples from the reference's tables, which its list of vectors lacks.
  it.each([
    ['echo', commands.echo(1, Uint8Array.of(1, 2, 3)), 'AA0081040101DF018407DF018103010203'],
    ['cancel', commands.cancelTransaction(0x13), 'AA0081040113100884021008'],
    ['reset', commands.reset(0x12), 'AA00810401121F0184021F01'],
    [
      'cardholder choice',
      commands.cardholderChoice(0, { status: 'chosen', index: 0 }),
      'AA0081040100180284081802810100820100',
    ],
  ])('is built byte for byte: %s', (_label, bytes, expected) => {
    expect(toHex(bytes)).toBe(expected);
  });

  it('selects full EMV with exactly the option bit of Quick Chip', () => {
    const readers = { msr: true, contact: true, contactless: true };
    const full = commands.startTransaction(0, { ...manualStart, readers, options: commands.startOptions.fullEmv });
    expect(toHex(full)).toBe(toHex(golden('start all (quick chip)')).replace('84020003', '84020002'));
  });
});

describe('values of messages', () => {
  const value = (label: string): Uint8Array => {
    const message = parsed(golden(label));
    if (message.kind === 'data-file') throw new Error('no TLVs');
    return readProperty(message.tlvs)?.value ?? new Uint8Array();
  };

  it('reads serial number, model and firmware', () => {
    expect(unpackSerialNumber(value('get serial rsp (B61378A)'))).toBe('B61378A');
    expect(propertyText(value('get model rsp "DynaFlex Pro"'))).toBe('DynaFlex Pro');
    expect(propertyText(value('get fw rsp 1000007183-A1-PCI'))).toBe('1000007183-A1-PCI');
    expect(toHex(packSerialNumber('B61378A'))).toBe('B61378A0');
  });

  it.each([
    ['get serial rsp (B61378A)', '2.2.1.1.1.1', 'simple'],
    ['get model rsp "DynaFlex Pro"', '2.1.2.2.2.1', 'nested'],
    ['get fw rsp 1000007183-A1-PCI', '2.1.2.2.2.2', 'nested'],
    ['rsp online', '2.3.1.2.1.1', 'simple'],
    ['rsp none', '2.3.1.2.1.2', 'simple'],
    ['rsp usb', '2.3.1.2.1.3', 'simple'],
    ['rsp 100 %', '2.3.1.2.1.4', 'simple'],
    ['rsp complete', '2.3.1.2.1.5', 'simple'],
    ['rsp 38 C', '2.3.1.2.1.6', 'simple'],
    ['rsp 00 = has rebooted', '1.2.7.1.1.2', 'simple'],
    ['set ARPC timeout FF', '1.1.1.1.1.5', 'simple'],
  ])('reads the property name of %s', (label, name, form) => {
    const message = parsed(golden(label));
    if (message.kind === 'data-file') throw new Error('no TLVs');
    expect(readProperty(message.tlvs)).toMatchObject({ name, form });
  });

  it('reads on the device side what the host has sent', () => {
    const start = parsed(golden('start ctls only'));
    expect(start.kind === 'request' && commands.readStartTransaction(start.tlvs)).toEqual({
      timeoutSeconds: 60,
      readers: { msr: false, contact: false, contactless: true },
      options: 0x0003,
      transactionType: 0,
      amountMinor: 100,
      otherAmountMinor: 0,
      numericCurrency: '0840',
      currencyExponent: 2,
      merchantCategoryCode: '0000',
      transactionCategoryCode: 0,
    });
    const resume = parsed(golden('resume (ARPC)'));
    const read = resume.kind === 'request' ? commands.readResumeTransaction(resume.tlvs) : undefined;
    expect(read).toMatchObject({ authorizationResponseCode: '00', issuerScripts: [], undocumentedTag82: 0x78 });
    expect(toHex(read?.deviceSerialNumber ?? new Uint8Array())).toBe('992690E116120710');
    const flex = parsed(golden('flex UI text "THANK YOU" line 3'));
    expect(flex.kind === 'request' && commands.readDisplayFlexText(flex.tlvs)).toEqual({
      titleId: 5,
      lines: [undefined, undefined, 'THANK YOU', undefined, undefined],
    });
    const fixed = parsed(golden('display PROCESSING 2 s'));
    expect(fixed.kind === 'request' && commands.readDisplayFixedText(fixed.tlvs)).toEqual({
      seconds: 2,
      stringId: 0x16,
    });
  });
});

describe('faults of bad messages', () => {
  const kindOf = (text: string) => {
    const result = parseMmsMessage(fromHex(text));
    return result.ok ? 'ok' : result.fault.kind;
  };

  it.each([
    ['', 'truncated'],
    ['AA', 'truncated'],
    ['5669564F7465636832', 'not-mms'],
    ['AA00', 'malformed'],
    ['AA008104820110018204', 'truncated'],
    ['AA0081048201100182030000', 'truncated'],
    ['AA00810482011001', 'malformed'],
    ['AA008104820110018203000000', 'malformed'],
    ['AA0081030110018400', 'malformed'],
    ['AA00810477001001', 'malformed'],
    ['AA0081040113100884021004', 'inconsistent'],
    ['AA00810401131008840110', 'truncated'],
    ['AA0081040113100884041008811F', 'malformed'],
    ['AA0081088408D821000000018480', 'malformed'],
  ])('%s is read with the fault %s', (text, kind) => {
    expect(kindOf(text)).toBe(kind);
  });

  it('the misprinted battery notification is read, and no other misprint', () => {
    const misprint = parsed(fromHex('AA0081048300100182 000200 0D'.replace('000200 0D', '0002000D')));
    expect(misprint).toMatchObject({ kind: 'notification', code: 0x1001, status: [0, 2, 0, 0x0d], isMisprint: true });
    expect(kindOf('AA00810483000105820002000D')).not.toBe('ok');
    expect(kindOf('AA00810483001001820102000D')).not.toBe('ok');
  });

  it('the API version byte is ignored', () => {
    expect(kindOf('AA01810482131008820400000000')).toBe('ok');
  });
});
