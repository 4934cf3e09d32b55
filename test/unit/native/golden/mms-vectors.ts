/* oxlint-disable max-lines -- data, one entry for each example of the reference */
/**
 * Golden file of the MMS protocol: every example message of the reference, with its meaning written by hand from the
 * manual's tables (table numbers in `source`; V = the vendor's published JavaScript). Never regenerate it from the
 * codec's own output: it guards against a misreading that driver and simulator share.
 */
export interface MmsGolden {
  label: string;
  source: string;
  hex: string;
  /** Meaning of the message. Codes and values are hexadecimal; payload TLVs are one level deep, in order. */
  means:
    | { kind: 'request'; reference: string; command: string; tlvs: [tag: string, value: string][] }
    | {
        kind: 'response';
        reference: string;
        command: string;
        severity: string;
        code: string;
        tlvs: [tag: string, value: string][];
      }
    | { kind: 'notification'; code: string; status: string; tlvs: [tag: string, value: string][] }
    | { kind: 'data-file'; direction: string; reference: string; command: string; fileType: string; file: string };
}

const vendorOid = '2B06010401F609';

export const mmsGolden: MmsGolden[] = [
  {
    label: 'echo rsp',
    source: 'M 3.2.1.2',
    hex: 'AA0081048201DF018204000000008407DF018103010203',
    means: {
      kind: 'response',
      reference: '01',
      command: 'DF01',
      severity: 'done',
      code: '000000',
      tlvs: [['81', '010203']],
    },
  },
  {
    label: 'start all (quick chip)',
    source: 'M T73',
    hex: 'AA00810401001001843D100182013CA3098101018201018301018402000386279C01009F02060000000001009F03060000000000005F2A0208405F3601029F150200009F530100',
    means: {
      kind: 'request',
      reference: '00',
      command: '1001',
      tlvs: [
        ['82', '3C'],
        ['A3', '810101820101830101'],
        ['84', '0003'],
        ['86', '9C01009F02060000000001009F03060000000000005F2A0208405F3601029F150200009F530100'],
      ],
    },
  },
  {
    label: 'start ctls only',
    source: 'M T74',
    hex: 'AA00810401001001843D100182013CA3098101008201008301018402000386279C01009F02060000000001009F03060000000000005F2A0208405F3601029F150200009F530100',
    means: {
      kind: 'request',
      reference: '00',
      command: '1001',
      tlvs: [
        ['82', '3C'],
        ['A3', '810100820100830101'],
        ['84', '0003'],
        ['86', '9C01009F02060000000001009F03060000000000005F2A0208405F3601029F150200009F530100'],
      ],
    },
  },
  {
    label: 'start rsp',
    source: 'M T75',
    hex: 'AA0081048201100182 0401000000',
    means: { kind: 'response', reference: '01', command: '1001', severity: 'started', code: '000000', tlvs: [] },
  },
  {
    label: 'start refused, low battery',
    source: 'M T72',
    hex: 'AA0081048201100182 0480020316',
    means: { kind: 'response', reference: '01', command: '1001', severity: 'not-started', code: '020316', tlvs: [] },
  },
  {
    label: 'resume (ARPC)',
    source: 'M T78',
    hex: 'AA008104010010048421100481010082017884 17FF7414DFDF2508992690E116120710FA0670048A023030',
    means: {
      kind: 'request',
      reference: '00',
      command: '1004',
      tlvs: [
        ['81', '00'],
        ['82', '78'],
        ['84', 'FF7414DFDF2508992690E116120710FA0670048A023030'],
      ],
    },
  },
  {
    label: 'resume rsp',
    source: 'M T79',
    hex: 'AA00810482061004820400000000 84021004',
    means: { kind: 'response', reference: '06', command: '1004', severity: 'done', code: '000000', tlvs: [] },
  },
  {
    label: 'cancel rsp',
    source: 'M T83',
    hex: 'AA0081048213100882 0400000000',
    means: { kind: 'response', reference: '13', command: '1008', severity: 'done', code: '000000', tlvs: [] },
  },
  {
    label: 'display PROCESSING 2 s',
    source: 'M T126',
    hex: 'AA008104015518038408180381010282 0116',
    means: {
      kind: 'request',
      reference: '55',
      command: '1803',
      tlvs: [
        ['81', '02'],
        ['82', '16'],
      ],
    },
  },
  {
    label: 'display rsp',
    source: 'M T127',
    hex: 'AA0081048255180382040100000084021803',
    means: { kind: 'response', reference: '55', command: '1803', severity: 'started', code: '000000', tlvs: [] },
  },
  {
    label: 'display PLEASE WAIT infinite',
    source: 'V js/Demo_mmsHID.js',
    hex: 'AA008104015518038408180381010082010E',
    means: {
      kind: 'request',
      reference: '55',
      command: '1803',
      tlvs: [
        ['81', '00'],
        ['82', '0E'],
      ],
    },
  },
  {
    label: 'flex UI text "THANK YOU" line 3',
    source: 'M T151',
    hex: 'AA008104012C1830841A183081010082010083020005A10C830A5448414E4B20594F5500',
    means: {
      kind: 'request',
      reference: '2C',
      command: '1830',
      tlvs: [
        ['81', '00'],
        ['82', '00'],
        ['83', '0005'],
        ['A1', '830A5448414E4B20594F5500'],
      ],
    },
  },
  {
    label: 'flex UI rsp',
    source: 'M T152',
    hex: 'AA008104822C1830820400000000',
    means: { kind: 'response', reference: '2C', command: '1830', severity: 'done', code: '000000', tlvs: [] },
  },
  {
    label: 'reset rsp',
    source: 'M T160',
    hex: 'AA00810482121F01820400000000',
    means: { kind: 'response', reference: '12', command: '1F01', severity: 'done', code: '000000', tlvs: [] },
  },
  {
    label: 'set notif subscriptions (default = subscribe all)',
    source: 'M T163',
    hex: 'AA00810401551F0284021F02',
    means: { kind: 'request', reference: '55', command: '1F02', tlvs: [] },
  },
  {
    label: 'get serial',
    source: 'M T1205 = V',
    hex: 'AA00810401B5D1018418D10181072B06010401F6098501028704020101018902C100',
    means: {
      kind: 'request',
      reference: 'B5',
      command: 'D101',
      tlvs: [
        ['81', vendorOid],
        ['85', '02'],
        ['87', '02010101'],
        ['89', 'C100'],
      ],
    },
  },
  {
    label: 'get serial rsp (B61378A)',
    source: 'M T1206',
    hex: 'AA00810482B5D10182040000000084 82001CD10181072B06010401F6098501028704020101018906C104B61378A0',
    means: {
      kind: 'response',
      reference: 'B5',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['81', vendorOid],
        ['85', '02'],
        ['87', '02010101'],
        ['89', 'C104B61378A0'],
      ],
    },
  },
  {
    label: 'get model',
    source: 'M T1036',
    hex: 'AA0081040106D101841AD10181072B06010401F609850102890AE108E206E204E202C100',
    means: {
      kind: 'request',
      reference: '06',
      command: 'D101',
      tlvs: [
        ['81', vendorOid],
        ['85', '02'],
        ['89', 'E108E206E204E202C100'],
      ],
    },
  },
  {
    label: 'get model rsp "DynaFlex Pro"',
    source: 'M T1037',
    hex: 'AA0081048206D10182040000000084820027D10181072B06010401F6098501028917E115E213E211E20FC10D44796E61466C65782050726F00',
    means: {
      kind: 'response',
      reference: '06',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['81', vendorOid],
        ['85', '02'],
        ['89', 'E115E213E211E20FC10D44796E61466C65782050726F00'],
      ],
    },
  },
  {
    label: 'get fw',
    source: 'M T1039',
    hex: 'AA0081040108D101841AD10181072B06010401F609850102890AE108E206E204E202C200',
    means: {
      kind: 'request',
      reference: '08',
      command: 'D101',
      tlvs: [
        ['81', vendorOid],
        ['85', '02'],
        ['89', 'E108E206E204E202C200'],
      ],
    },
  },
  {
    label: 'get fw rsp 1000007183-A1-PCI',
    source: 'M T1040',
    hex: 'AA0081048208D1018204000000008482002DD10181072B06010401F609850102891DE11BE219E217E215C213313030303030373138332D41312D5043490000',
    means: {
      kind: 'response',
      reference: '08',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['81', vendorOid],
        ['85', '02'],
        ['89', 'E11BE219E217E215C213313030303030373138332D41312D5043490000'],
      ],
    },
  },
  {
    label: 'get operational status',
    source: 'M T1235',
    hex: 'AA0081040155D101840FD1018501028704030102018902C100',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D101',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C100'],
      ],
    },
  },
  {
    label: 'rsp online',
    source: 'M T1236',
    hex: 'AA0081048255D10182040000000084820010D1018501028704030102018903C10102',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C10102'],
      ],
    },
  },
  {
    label: 'get offline detail',
    source: 'M T1238',
    hex: 'AA0081040155D101840FD1018501028704030102018902C200',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D101',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C200'],
      ],
    },
  },
  {
    label: 'rsp none',
    source: 'M T1239',
    hex: 'AA0081048255D10182040000000084820010D1018501028704030102018903C20100',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C20100'],
      ],
    },
  },
  {
    label: 'rsp usb',
    source: 'M T1242',
    hex: 'AA0081048255D10182040000000084820010D1018501028704030102018903C30101',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C30101'],
      ],
    },
  },
  {
    label: 'rsp 100 %',
    source: 'M T1245',
    hex: 'AA0081048255D10182040000000084820010D1018501028704030102018903C40164',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C40164'],
      ],
    },
  },
  {
    label: 'get charger',
    source: 'M T1247',
    hex: 'AA0081040155D101840FD1018501028704030102018902C500',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D101',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C500'],
      ],
    },
  },
  {
    label: 'rsp complete',
    source: 'M T1248',
    hex: 'AA0081048255D10182040000000084820010D1018501028704030102018903C50104',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C50104'],
      ],
    },
  },
  {
    label: 'get temperature',
    source: 'M T1250',
    hex: 'AA0081040155D101840FD1018501028704030102018902C600',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D101',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C600'],
      ],
    },
  },
  {
    label: 'rsp 38 C',
    source: 'M T1251',
    hex: 'AA0081048255D10182040000000084820010D1018501028704030102018903C60126',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '02'],
        ['87', '03010201'],
        ['89', 'C60126'],
      ],
    },
  },
  {
    label: 'get tamper',
    source: 'M T1229',
    hex: 'AA0081040155D101840FD1018501028704030101028902C300',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D101',
      tlvs: [
        ['85', '02'],
        ['87', '03010102'],
        ['89', 'C300'],
      ],
    },
  },
  {
    label: 'get reset-acknowledged flag',
    source: 'M T977',
    hex: 'AA0081040155D101840FD1018501018704020701018902C200',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D101',
      tlvs: [
        ['85', '01'],
        ['87', '02070101'],
        ['89', 'C200'],
      ],
    },
  },
  {
    label: 'rsp 00 = has rebooted',
    source: 'M T978',
    hex: 'AA0081048255D10182040000000084820010D1018501018704020701018903C20100',
    means: {
      kind: 'response',
      reference: '55',
      command: 'D101',
      severity: 'done',
      code: '000000',
      tlvs: [
        ['85', '01'],
        ['87', '02070101'],
        ['89', 'C20100'],
      ],
    },
  },
  {
    label: 'set ARPC timeout FF',
    source: 'M T379',
    hex: 'AA0081040155D1118410D1118501018704010101018903C501FF',
    means: {
      kind: 'request',
      reference: '55',
      command: 'D111',
      tlvs: [
        ['85', '01'],
        ['87', '01010101'],
        ['89', 'C501FF'],
      ],
    },
  },
  {
    label: 'notif device reset occurred (online, no fault)',
    source: 'M T337',
    hex: 'AA008104830010018204000000008408100181010282 0100',
    means: {
      kind: 'notification',
      code: '1001',
      status: '00000000',
      tlvs: [
        ['81', '02'],
        ['82', '00'],
      ],
    },
  },
  {
    label: 'notif txn complete PICC/none',
    source: 'M T323',
    hex: 'AA008104830001058204 20000000',
    means: { kind: 'notification', code: '0105', status: '20000000', tlvs: [] },
  },
  {
    label: 'notif UID presented',
    source: 'M T345',
    hex: 'AA00810483001001820401000100840E1001840ADF790704371F71BF6180',
    means: { kind: 'notification', code: '1001', status: '01000100', tlvs: [['84', 'DF790704371F71BF6180']] },
  },
  {
    label: 'notif QR/display done',
    source: 'M T630',
    hex: 'AA008104830018058204 02010000',
    means: { kind: 'notification', code: '1805', status: '02010000', tlvs: [] },
  },
  {
    label: 'data file msg',
    source: 'M T16',
    hex: 'AA0081088408D82100000001 8440000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F',
    means: {
      kind: 'data-file',
      direction: 'to-host',
      reference: '08',
      command: 'D821',
      fileType: '00000001',
      file: '000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F',
    },
  },
];
