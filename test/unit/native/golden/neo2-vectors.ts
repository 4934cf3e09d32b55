/* oxlint-disable max-lines -- data, an entry for each example of the reference */
/**
 * Golden file of the NEO 2 protocol: every line of the reference's list of frames, and the frames of its sections 3 to
 * 5, with their meaning written by hand from the reference and the guide's tables (pages in `source`). Never regenerate
 * it from the codec's own output: it detects a misreading that driver and simulator would share.
 */
export interface Neo2Golden {
  /** `direction|source` as in the reference's list; for other frames the section of the reference. */
  source: string;
  hex: string;
  /** Name and fields, or the fault of a misprinted frame. */
  means: { name: string; fields: Record<string, unknown> } | { fault: string };
}

const header = '5669564F746563683200';

export const neo2Golden: Neo2Golden[] = [
  {
    source: 'C|NEO2 IDG p42 Get Configuration 03-02',
    hex: '56 69 56 4F 74 65 63 68 32 00 03 02 00 00 5B 91',
    means: { name: 'get-configuration', fields: { command: '03-02' } },
  },
  {
    source: 'C|NEO2 IDG p143 Get Serial Number 12-01',
    hex: '56 69 56 4F 74 65 63 68 32 00 12 01 00 00 18 A5',
    means: { name: 'get-serial-number', fields: { command: '12-01' } },
  },
  {
    source: 'C|NEO2 IDG p197 60-16 set 3C',
    hex: '5669564f746563683200601600010392ed',
    means: { name: 'contact-set-configuration', fields: { command: '60-16', configuration: '3C' } },
  },
  {
    source: 'R|NEO2 IDG p465 61 ok',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 00 00 00 4B 81',
    means: { name: 'screen answer', fields: { command: '61', status: 'ok' } },
  },
  {
    source: 'C|NEO2 IDG p471 83-50',
    hex: '56 69 56 4F 74 65 63 68 32 00 83 50 00 00 CD 7C',
    means: { name: 'get-light-sensor', fields: { command: '83-50' } },
  },
  {
    // Lower byte first: 01E1.
    source: 'R|NEO2 IDG p471 83-50 rsp',
    hex: '56 69 56 4F 74 65 63 68 32 00 83 00 00 02 E1 01 0D 25',
    means: { name: 'sensor answer', fields: { command: '83', status: 'ok', level: 481 } },
  },
  {
    source: 'R|NEO2 IDG p472 83-51 rsp',
    hex: '56 69 56 4F 74 65 63 68 32 00 83 00 00 01 03 04 72',
    means: { name: 'sensor answer', fields: { command: '83', status: 'ok', mode: 'customer' } },
  },
  {
    source: 'C|NEO2 IDG p453 61-09',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 09 00 0E 53 63 72 65 65 6E 31 00 54 65 78 74 31 00 3B 5C',
    means: { name: 'screen-remove-object', fields: { command: '61-09', screen: 'Screen1', object: 'Text1' } },
  },
  {
    source: 'C|NEO2 IDG p451 61-08 update text',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 08 00 1B 53 63 72 65 65 6E 31 00 54 65 78 74 31 00 00 54 65 78 74 31 20 4C 61 62 65 6C 00 F7 C6',
    means: {
      name: 'screen-update-object',
      fields: { command: '61-08', screen: 'Screen1', object: 'Text1', text: 'Text1 Label' },
    },
  },
  {
    source: 'R|NEO2 IDG p451 61-08 rsp',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 00 00 08 01 00 1E 00 6F 00 3A 00 A0 8E',
    means: { name: 'screen answer', fields: { command: '61', status: 'ok', box: [1, 30, 111, 58] } },
  },
  {
    source: 'C|NEO2 IDG p451 61-08 color',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 08 00 13 53 63 72 65 65 6E 31 00 54 65 78 74 31 00 01 00 00 FF FF FC 43',
    means: {
      name: 'screen-update-object',
      fields: { command: '61-08', screen: 'Screen1', object: 'Text1', colour: '0000FFFF' },
    },
  },
  {
    source: 'C|NEO2 IDG p449 61-07 button',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 07 00 25 53 63 72 65 65 6E 31 00 4D 65 64 69 75 6D 20 42 75 74 74 6F 6E 31 00 02 02 00 00 00 00 4D 65 64 69 75 6D 31 00 23 6C',
    means: {
      name: 'screen-add-object',
      fields: {
        command: '61-07',
        screen: 'Screen1',
        object: 'Medium Button1',
        kind: 'button',
        placement: 2,
        x: 0,
        y: 0,
        content: 'Medium1',
      },
    },
  },
  {
    source: 'C|NEO2 IDG p449 61-07 invisible',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 07 00 19 53 63 72 65 65 6E 31 00 49 6E 76 69 73 69 62 6C 65 31 00 03 01 00 00 00 00 15 53',
    means: {
      name: 'screen-add-object',
      fields: {
        command: '61-07',
        screen: 'Screen1',
        object: 'Invisible1',
        kind: 'invisible',
        placement: 1,
        x: 0,
        y: 0,
      },
    },
  },
  {
    source: 'C|NEO2 IDG p460 61-11',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 11 00 00 D2 3F',
    means: { name: 'screen-list', fields: { command: '61-11' } },
  },
  {
    // The guide prints A2 D7 where the checksum is 82F1.
    source: 'C|NEO2 IDG p490 61-0A',
    hex: '56 69 56 4F 74 65 63 68 32 00 61 0A 00 08 53 63 72 65 65 6E 32 00 A2 D7',
    means: { fault: 'bad-checksum' },
  },
  {
    source: 'R|DVT 2C ok',
    hex: '5669564F7465636832002C0000001C9B',
    means: { name: 'pass-through answer', fields: { command: '2C', status: 'ok' } },
  },
  {
    source: 'R|DVT 2C-07 rsp',
    hex: '5669564F7465636832002C00001000112233445566778899AABBCCDDEEFF60EC',
    means: {
      name: 'pass-through answer',
      fields: { command: '2C', status: 'ok', block: '00112233445566778899AABBCCDDEEFF' },
    },
  },
  {
    source: 'R|DVT 2C-07 rsp zero',
    hex: '5669564F7465636832002C0000100000000000000000000000000000000072A4',
    means: {
      name: 'pass-through answer',
      fields: { command: '2C', status: 'ok', block: '00000000000000000000000000000000' },
    },
  },
  {
    // Omits the timeout byte, contrary to the guide (p210).
    source: 'C|web-hid-api 02-40',
    hex: '5669564f746563683200024000169f0201009f030100ffee080adfef1a010adfed280103fd1a',
    means: {
      name: 'start-transaction',
      fields: {
        command: '02-40',
        timeoutSeconds: null,
        tags: [
          ['9F02', '00'],
          ['9F03', '00'],
          ['FFEE08', 'DFEF1A010ADFED280103'],
        ],
      },
    },
  },
  {
    source: 'C|VP3350 manual p13 02-40 all interfaces',
    hex: '5669564f746563683200024000221e9c01009f02060000000001009f030600000000 0000 dfef370107dfef3c03010060 18d1',
    means: {
      name: 'start-transaction',
      fields: {
        command: '02-40',
        timeoutSeconds: 30,
        tags: [
          ['9C', '00'],
          ['9F02', '000000000100'],
          ['9F03', '000000000000'],
          ['DFEF37', '07'],
          ['DFEF3C', '010060'],
        ],
      },
    },
  },
  {
    source: 'R|Kiosk V manual p25 09 rsp',
    hex: '56 69 56 4F 74 65 63 68 32 00 09 00 00 A6 4E 75 74 74 58 2D 31 30 2E 32 2E 30 0D 0A 77 6F 6C 66 53 53 4C 2D 34 2E 37 2E 30 0D 0A 43 4C 20 41 49 44 2C 20 45 4D 56 20 45 50 20 76 32 2E 31 30 2C 20 76 31 2E 30 30 0D 0A 43 4C 20 41 49 44 2C 20 4D 61 73 74 65 72 20 43 32 20 76 32 2E 31 30 0D 0A 43 4C 20 41 49 44 2C 20 56 43 50 53 20 76 32 2E 32 2C 20 76 31 2E 30 30 0D 0A 43 4C 20 41 49 44 2C 20 44 69 73 63 6F 76 65 72 20 44 50 41 53 20 32 2E 30 2C 20 76 31 2E 30 30 0D 0A 43 4C 20 4C 31 2C 20 45 4D 56 33 2E 31 61 2C 20 76 35 2E 32 33 0D 0A 65 29',
    means: {
      name: 'module-versions answer',
      fields: {
        command: '09',
        status: 'ok',
        lines: [
          'NuttX-10.2.0',
          'wolfSSL-4.7.0',
          'CL AID, EMV EP v2.10, v1.00',
          'CL AID, Master C2 v2.10',
          'CL AID, VCPS v2.2, v1.00',
          'CL AID, Discover DPAS 2.0, v1.00',
          'CL L1, EMV3.1a, v5.23',
        ],
      },
    },
  },
  {
    source: 'P|ViVOpayV3 81-09 rsp (DVT)',
    hex: '56 69 56 4F 70 61 79 56 33 00 81 09 00 00 00 90 6C',
    means: { name: 'protocol 3 key-management answer', fields: { command: '81-09', status: 'ok', dataBytes: 0 } },
  },
  {
    source: 'E|NEO2 IDG p60 burst LCD event',
    hex: '45 00 55 00 04 03 03 00 00 E8 DD',
    means: { name: 'event', fields: { items: [{ what: 'display', value: '03' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 burst LED event',
    hex: '45 00 55 00 04 01 11 00 00 28 B6',
    means: { name: 'event', fields: { items: [{ what: 'led', value: '11' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 burst LED event2',
    hex: '45 00 55 00 04 01 10 00 00 1F 86',
    means: { name: 'event', fields: { items: [{ what: 'led', value: '10' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 burst buzzer',
    hex: '45 00 55 00 04 02 20 00 00 41 FF',
    means: { name: 'event', fields: { items: [{ what: 'buzzer', value: '20' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 LED3',
    hex: '45 00 55 00 04 01 21 00 00 ED 13',
    means: { name: 'event', fields: { items: [{ what: 'led', value: '21' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 LED4',
    hex: '45 00 55 00 04 01 31 00 00 AE 70',
    means: { name: 'event', fields: { items: [{ what: 'led', value: '31' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 LCD4',
    hex: '45 00 55 00 04 03 04 00 00 6D 4D',
    means: { name: 'event', fields: { items: [{ what: 'display', value: '04' }] } },
  },
  {
    source: 'E|NEO2 IDG p60 3LED',
    hex: '45 00 55 00 0C 01 30 00 00 01 20 00 00 01 10 00 00 53 78',
    means: {
      name: 'event',
      fields: {
        items: [
          { what: 'led', value: '30' },
          { what: 'led', value: '20' },
          { what: 'led', value: '10' },
        ],
      },
    },
  },
  {
    source: 'E|NEO2 IDG p60 LCD1',
    hex: '45 00 55 00 04 03 01 00 00 86 BD',
    means: { name: 'event', fields: { items: [{ what: 'display', value: '01' }] } },
  },
  {
    // A signed list: 008E bytes.
    source: 'C|NEO2 IDG p498 91-10 whitelist cmd',
    hex: '56 69 56 4F 74 65 63 68 32 00 91 10 00 8E 8A 00 30 81 87 02 01 01 31 81 81 30 29 13 0B 49 44 54 45 43 48 20 54 45 53 54 30 0C 02 04 05 F5 E0 FF 02 04 05 F5 B9 F0 30 0C 02 04 05 F5 E0 FF 02 04 05 F5 E0 FF 30 29 13 0B 49 44 54 45 43 48 20 54 45 53 54 30 0C 02 04 05 4C 56 38 02 04 05 4C 33 80 30 0C 02 04 05 4C 56 38 02 04 05 4C 56 38 30 29 13 0B 49 44 54 45 43 48 20 54 45 53 54 30 0C 02 04 02 9B E9 CD 02 04 02 69 B9 15 30 0C 02 04 02 9B E9 CD 02 04 02 69 B9 15 00 00 B1 C8',
    means: { name: 'set-white-list', fields: { command: '91-10', listBytes: 142 } },
  },
];

/** Frames printed in the reference's own text, sections 1 to 5. */
export const neo2TextGolden: Neo2Golden[] = [
  {
    source: 'section 1, IDTech_PKI.cs: right checksum, wrong order',
    hex: `${header} 9007 0001 00 8FB4`,
    // With the high byte first it would be an answer of group 90, and never a command.
    means: { name: 'secure-task answer', fields: { command: '90', status: 'malformed data', dataBytes: 1 } },
  },
  { source: 'section 4, ping', hex: `${header} 1801 0000 B3CD`, means: { name: 'ping', fields: { command: '18-01' } } },
  {
    source: 'section 4, ping answer',
    hex: `${header} 1800 0000 FA83`,
    means: { name: 'ping answer', fields: { command: '18', status: 'ok' } },
  },
  {
    source: 'section 4, serial number',
    hex: `${header} 1200 000F 3633305A303030303031 0000000000 94BC`,
    means: { name: 'serial-number answer', fields: { command: '12', status: 'ok', serialNumber: '630Z000001' } },
  },
  {
    source: 'section 4, firmware',
    hex: `${header} 2900 0000 DEA0`,
    means: { name: 'get-firmware-version', fields: { command: '29-00' } },
  },
  {
    source: 'section 4, coin cell',
    hex: `${header} F002 0001 00 2D2A`,
    means: { name: 'get-battery', fields: { command: 'F0-02', what: 'coin-cell' } },
  },
  {
    source: 'section 4, cancel',
    hex: `${header} 0501 0000 92EF`,
    means: { name: 'cancel-transaction', fields: { command: '05-01', isReset: false } },
  },
  {
    source: 'section 4, cancel answer',
    hex: `${header} 0500 0000 D8A2`,
    means: { name: 'cancel-transaction answer', fields: { command: '05', status: 'ok' } },
  },
  {
    source: 'section 4, reset transaction state',
    hex: `${header} 0501 0001 01 D1BD`,
    means: { name: 'cancel-transaction', fields: { command: '05-01', isReset: true } },
  },
  {
    source: 'section 4, stop',
    hex: `${header} 0502 0000 C2B6`,
    means: { name: 'stop-transaction', fields: { command: '05-02' } },
  },
  {
    source: 'section 4, restart',
    hex: `${header} 7705 0000 4F9C`,
    means: { name: 'restart', fields: { command: '77-05' } },
  },
  {
    source: 'section 4, poll on demand',
    hex: `${header} 0101 0001 01 D734`,
    means: { name: 'set-poll-mode', fields: { command: '01-01', mode: 'poll-on-demand' } },
  },
  {
    source: 'section 5, authenticate',
    hex: `${header} 6011 0003 000078 F346`,
    means: { name: 'contact-authenticate', fields: { command: '60-11', flag: 0, timeoutSeconds: 120 } },
  },
  {
    source: 'section 5, host response',
    hex: `${header} 6012 0011 018A023030910A11223344556677883030 F31C`,
    means: {
      name: 'contact-apply-host-response',
      fields: {
        command: '60-12',
        hasAnswer: true,
        tags: [
          ['8A', '3030'],
          ['91', '11223344556677883030'],
        ],
      },
    },
  },
  {
    source: 'section 5, contact only',
    hex: `${header} 0240 0016 3C 9F0206000000001000 DFEF370104 DFEF3C03010060 BE59`,
    means: {
      name: 'start-transaction',
      fields: {
        command: '02-40',
        timeoutSeconds: 60,
        tags: [
          ['9F02', '000000001000'],
          ['DFEF37', '04'],
          ['DFEF3C', '010060'],
        ],
      },
    },
  },
];
