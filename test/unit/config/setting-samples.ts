/** Values of all settings, for tests that all ways to set a setting agree. */
import type { SettingKey } from '../../../electron/words/setting-words.ts';
import type { Json, JsonObject } from '../../../electron/config/index.ts';

/** Hash of a PIN as in the file. */
export const pin = 'scrypt$c2FsdA==$aGFzaA==';

/** A valid and an invalid value of each setting. A new setting needs a line to compile. */
export const samples: Readonly<Record<SettingKey, readonly [good: Json, bad: Json]>> = {
  mode: ['training', 'practice'],
  'till.name': ['Bar', ''],
  'till.shop': ['Café „Grün“', 'x'.repeat(10_000)],
  'till.currency': ['EUR', 'EURO'],
  'till.locale': ['de-DE', 'not a tag'],
  'till.maxAmountMinor': [50_000, 0],
  'till.askAboveMinor': [20_000, -1],
  'till.cardTimeoutMs': [90_000, 999],
  'till.sameCardMinutes': [10, 61],
  'till.tabs': [true, 'yes'],
  'till.tips.when': ['after', 'later'],
  'till.tips.percents': [[10, 15], [101]],
  'till.tips.fixedMinor': [[100], [0]],
  'till.tips.percentsFromMinor': [1_000, 'a lot'],
  'till.tips.roomPercent': [30, 101],
  'till.tips.askAbovePercent': [100, 0],
  'till.surcharge.percent': [1.5, 21],
  'till.surcharge.fixedMinor': [30, 0],
  'till.surcharge.label': ['Card fee', ''],
  'till.surcharge.appliesTo': ['goods-and-tip', 'all'],
  'till.amountEntry': ['decimal', 'cents'],
  'till.scanPricePrefixes': [['21'], ['40']],
  'platform.url': ['https://platform.example', 'platform.example'],
  'platform.username': ['U1', ''],
  'platform.password': ['hunter2', ''],
  'platform.merchant': ['MU1', ''],
  'platform.versionHeader': ['Platform-Version', ''],
  'platform.proxy': ['http://10.0.0.1:3128', ''],
  'platform.noProxy': ['a.example', 5],
  'platform.caFile': ['shop.pem', ''],
  terminals: [['tcp:10.0.0.2:9001'], ['ttyUSB0']],
  selfTestAt: ['05:30', '25:00'],
  managers: [[{ name: 'Old', pin }], [{ name: 'Old' }]],
  people: [[{ name: 'Mo', roles: ['manager'], pin }], [{ name: '' }]],
  'signIn.isOn': [false, 'yes'],
  'signIn.signedOutAfterMinutes': [10, 0],
  'ports.neverAsk': [['usb:04b8'], ['ttyUSB0']],
  'ports.onlyAsk': [['serial:/dev/ttyS0'], ['ttyS0']],
  'receipts.printer': ['tcp://10.0.0.9:9100', 'printer'],
  'receipts.columns': [32, 23],
  'receipts.codePage': ['cp858', 'CP 858'],
  'receipts.language': ['star-prnt', 'epson'],
  'receipts.drawer': [true, 1],
  'receipts.drawerOnCash': [true, 1],
  'receipts.drawerPin': ['pin-5', 5],
  'receipts.header': [['Main street 1'], ['x'.repeat(201)]],
  'receipts.footer': [['Thank you'], 'Thank you'],
  'receipts.qr': [false, 'no'],
  'receipts.email': [false, 'no'],
  'receipts.sms': [false, 'no'],
  'receipts.timeZone': ['America/New_York', 'Mars/Olympus'],
  trace: [true, 'yes'],
  looksForUpdates: [false, 'yes'],
};

/** Other settings that a setting requires. */
export const beside = (key: string): JsonObject =>
  key.startsWith('platform.') && key !== 'platform.url' ? { platform: { url: 'https://platform.example' } } : {};
export const asText = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));
export const nested = (key: string, value: Json): JsonObject =>
  key.split('.').reduceRight<Json>((inner, name) => ({ [name]: inner }), value) as JsonObject;
export const merged = (one: JsonObject, other: JsonObject): JsonObject =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => {
      const [a, b] = [one[name], other[name]];
      const areObjects = [a, b].every((part) => typeof part === 'object' && part !== null && !Array.isArray(part));
      return [name, areObjects ? merged(a as JsonObject, b as JsonObject) : ((b ?? a) as Json)];
    }),
  );
