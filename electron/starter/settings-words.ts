/**
 * What each setting is, in words for a person: of `tillbridge settings`, of the reference in README.md and of the published JSON
 * Schema. A setting without a line here fails the tests (settings-words.test.ts).
 */

export interface SettingWords {
  /** What holds without it, Markdown; empty: nothing does. */
  readonly unset: string;
  /** Markdown. */
  readonly words: string;
}

/** By key; those below an array are of its items. In the order of the file. */
export const settingWords: Readonly<Record<string, SettingWords>> = {
  mode: { unset: '`live` once a platform is set, else `training`', words: '`training` or `live`' },
  'till.name': { unset: '`Till 1`', words: 'this till, on screens, receipts and at the platform' },
  'till.shop': { unset: '`My shop`', words: 'the shop' },
  'till.currency': { unset: '`USD`', words: 'ISO 4217' },
  'till.locale': { unset: '`en-US`', words: 'language and formats, BCP 47' },
  'till.maxAmountMinor': { unset: "the contract's limit", words: 'no payment above it' },
  'till.askAboveMinor': {
    unset: 'ten times the usual sale',
    words:
      'amounts above it are asked about once; until ten sales are known: 100000. No question: the same as `maxAmountMinor`',
  },
  'till.cardTimeoutMs': { unset: '60000', words: 'how long the terminal waits for a card; 1000 to 255000' },
  'till.sameCardMinutes': {
    unset: '5',
    words: 'how long after a payment the same card is asked about for the same amount; 1 to 60',
  },
  'till.tabs': {
    unset: 'on in training unless a kiosk, or with tips `after`',
    words: 'amounts may be held and captured later',
  },
  'till.tips': { unset: 'none', words: '`[15, 18, 20]` (percents), or an object:' },
  'till.tips.when': {
    unset: '`before`',
    words:
      '`before` on our screen; `terminal` where the platform drives it (elsewhere before); `after` the card: held with room, added at the capture',
  },
  'till.tips.percents': { unset: 'none', words: 'whole percents of the goods, at most 4' },
  'till.tips.fixedMinor': { unset: 'none', words: 'fixed tips, at most 4' },
  'till.tips.percentsFromMinor': {
    unset: 'both are offered',
    words: 'with both kinds: fixed tips below this amount, percents from it on',
  },
  'till.tips.roomPercent': {
    unset: '25, or the largest percent on offer',
    words: 'how much more is held for a tip after the card',
  },
  'till.surcharge': { unset: 'none', words: 'what a card payment costs on top:' },
  'till.surcharge.percent': {
    unset: '',
    words: 'at most 20, two decimals; cut off to whole minor units, never rounded up',
  },
  'till.surcharge.fixedMinor': { unset: '', words: 'on top of the percentage, or alone' },
  'till.surcharge.label': { unset: '`Card surcharge`', words: 'as the customer reads it' },
  'till.surcharge.appliesTo': { unset: '`goods`', words: '`goods` or `goods-and-tip`' },
  'till.amountEntry': { unset: '`cents-first`', words: '`cents-first` (4260 is 42.60) or `decimal` (42 is 42.00)' },
  'till.scanPricePrefixes': {
    unset: '`20` to `29`',
    words: 'EAN-13 beginnings that carry a price (`PP IIIII VVVVV C`, V in minor units); `[]` for none',
  },
  'platform.url': { unset: '', words: 'needed in live mode; https except on this computer' },
  'platform.username': { unset: '`TILLBRIDGE_USERNAME`', words: 'the environment wins' },
  'platform.password': {
    unset: '`TILLBRIDGE_PASSWORD`, key store',
    words: 'better there; in the file only if nobody else can read it',
  },
  'platform.merchant': {
    unset: 'whatever the credentials may see',
    words: 'the merchant whose devices this till shows and creates',
  },
  'platform.versionHeader': { unset: 'as the specification names it', words: 'name of the version header' },
  'platform.proxy': { unset: '`HTTPS_PROXY`, `HTTP_PROXY`', words: '`http://[user:password@]host:port`, or `none`' },
  'platform.noProxy': { unset: '`NO_PROXY`', words: 'hosts reached without the proxy' },
  'platform.caFile': { unset: '', words: 'PEM file of private authorities; a relative path is in the data folder' },
  terminals: {
    unset: 'those that are found are adopted',
    words: 'addresses: `serial:/dev/ttyUSB0`, `tcp:192.168.1.20:9001`, `hid:B61378A`, `device:B61378A`; or objects:',
  },
  'terminals.address': { unset: '', words: 'as above' },
  'terminals.route': { unset: '`cable`; `cloud` for `device:`', words: 'who drives the terminal in a payment' },
  'terminals.serialNumber': {
    unset: "the terminal's own",
    words: 'of its Device at the platform, for a cable beside the cloud route',
  },
  selfTestAt: { unset: '`06:00`', words: 'local time of the daily self-test; `null` for none' },
  managers: { unset: 'none', words: 'of earlier versions: people who are manager and technician' },
  'managers.name': { unset: '', words: '' },
  'managers.pin': { unset: '', words: 'hash made by `tillbridge pin`' },
  people: { unset: 'none: any name does', words: 'who works here and may do what:' },
  'people.name': { unset: '', words: "a name with a PIN is nobody else's" },
  'people.roles': {
    unset: '`["cashier"]`',
    words:
      '`cashier`, `manager` (refunds, voids, decides, takes cash notes back, closes links), `technician` (Devices, terminals, ports); several',
  },
  'people.pin': { unset: '', words: 'hash made by `tillbridge pin`; managers and technicians need one' },
  signIn: { unset: 'nobody signs in', words: 'people sign in at the till, by their PIN or, without one, by a touch:' },
  'signIn.isOn': { unset: 'false', words: 'needs somebody in `people`' },
  'signIn.signedOutAfterMinutes': {
    unset: '5',
    words: 'without a command or a key, 1 to 480; never while a payment runs',
  },
  'ports.neverAsk': {
    unset: 'none',
    words:
      'ports of scales, drawers and other printers, to which nothing is ever sent: `serial:PATH`, `usb:VVVV` or `usb:VVVV:PPPP`',
  },
  'ports.onlyAsk': {
    unset: 'all but known printers, modems, GPS, boards …',
    words: 'where anything stands here, no other port is asked whether a terminal is on it',
  },
  'receipts.printer': { unset: 'none', words: '`tcp://HOST:9100`, `serial:PATH@BAUD` or `path:FILE`' },
  'receipts.columns': { unset: '42', words: 'characters a line: 32 on 58 mm paper, 42 or 48 on 80 mm' },
  'receipts.codePage': { unset: '`auto`', words: 'or one by name, such as `cp858`' },
  'receipts.language': { unset: '`esc-pos`', words: '`esc-pos`, `star-line` or `star-prnt`' },
  'receipts.drawer': { unset: 'false', words: "the cash drawer opens with the customer's first copy of a sale" },
  'receipts.header': { unset: 'none', words: "lines under the shop's name" },
  'receipts.footer': { unset: 'none', words: 'lines at the end' },
  'receipts.qr': { unset: 'true', words: "a code of the payment's reference on the customer's copy" },
  'receipts.email': { unset: 'true', words: 'offered where a platform is set up' },
  'receipts.sms': { unset: 'true', words: 'as above' },
  'receipts.timeZone': { unset: "the computer's own", words: 'IANA, such as `America/New_York`' },
  trace: {
    unset: 'false',
    words: 'records link traffic, card data masked, in `traces`; `TILLBRIDGE_TRACE` names another folder',
  },
};
