/**
 * What each setting is called and does, in English: of `tillbridge settings`, the JSON Schema, the reference and the screen. The
 * other languages say the same keys (renderer/text, `settings.ts`); a setting without a line here fails the tests.
 */

export interface SettingWords {
  /** As a shop owner calls it. */
  readonly label: string;
  /** One line. */
  readonly help: string;
  /** What holds without it, where the schema has no default of its own. */
  readonly unset?: string;
  /** What each value is called, where it is one of a few. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** Makes one line of words. */
export const said = (
  label: string,
  help: string,
  more: Pick<SettingWords, 'unset' | 'choices'> = {},
): SettingWords => ({
  label,
  help,
  ...more,
});
const none = { unset: 'none' };

/** Everything that is set by itself, in the order of the file. */
export const settingWords = {
  mode: said('Practice or real', 'Practice moves no money.', {
    unset: 'real once a platform account is set, else practice',
    choices: { training: 'Practice', live: 'Real' },
  }),
  'till.name': said('Till name', 'On screens, receipts and at the platform.'),
  'till.shop': said('Shop name', 'On screens and receipts.'),
  'till.currency': said('Currency', 'Three letters, such as USD.'),
  'till.locale': said('Language and formats', 'Of screens, receipts and amounts, such as en-US or de-DE.'),
  'till.maxAmountMinor': said('Largest payment', 'Nothing above it is taken.'),
  'till.askAboveMinor': said('Ask above', 'One question before a larger amount.', {
    unset: 'ten times the usual sale',
  }),
  'till.cardTimeoutMs': said('Wait for a card', 'How long the terminal waits for one.'),
  'till.sameCardMinutes': said('Ask about the same card', 'Same card, same amount, within this time.', {
    unset: '5 minutes',
  }),
  'till.tabs': said('Tabs', 'An amount is held on the card and charged later.', {
    unset: 'on in practice, and with tips after the card',
  }),
  'till.tips.when': said('Ask for a tip', 'After: the card is held, and charged once the tip is known.', {
    choices: { before: 'Our screen', terminal: 'Terminal', after: 'After' },
  }),
  'till.tips.percents': said('Tip choices', 'Percents of the goods, at most four.', none),
  'till.tips.fixedMinor': said('Fixed tips', 'Amounts, at most four.', none),
  'till.tips.percentsFromMinor': said('Percents from', 'Below this amount the fixed tips are offered.', {
    unset: 'both are offered',
  }),
  'till.tips.roomPercent': said('Room for a tip', 'How much more is held for a tip after the card.', {
    unset: '25%, or the largest tip on offer',
  }),
  'till.surcharge.percent': said('Surcharge', 'On card payments, shown before they pay. Never rounded up.', none),
  'till.surcharge.fixedMinor': said('Fixed surcharge', 'On top of the percentage, or alone.', none),
  'till.surcharge.label': said('Name of the surcharge', 'As the customer reads it.'),
  'till.surcharge.appliesTo': said('Surcharge on', 'What the percentage is taken of.', {
    choices: { goods: 'Goods', 'goods-and-tip': 'Goods and tip' },
  }),
  'till.amountEntry': said('Typing an amount', 'Cents first: 4 5 0 gives 4.50.', {
    unset: 'cents first',
    choices: { 'cents-first': 'Cents first', decimal: 'Decimal' },
  }),
  'till.scanPricePrefixes': said('Price barcodes', 'First two digits of barcodes that carry a price.', {
    unset: '20 to 29',
  }),
  'platform.url': said('Platform address', 'As the platform gave it to you. Begins with https://.', none),
  'platform.username': said('User name', 'Of the account at the platform.', none),
  'platform.password': said(
    'Password',
    'Of the account. Kept in a key store, never in this file, and never shown again.',
    {
      unset: 'the one that is kept (`tillbridge secrets where`)',
    },
  ),
  'platform.merchant': said('Merchant', 'Whose terminals and payments this till shows.', {
    unset: 'whatever the account may see',
  }),
  'platform.versionHeader': said('Version header', 'Only where the platform told you to.', {
    unset: 'as the platform’s specification names it',
  }),
  'platform.proxy': said('Proxy', 'On the way to the platform: http://HOST:PORT, or none.', {
    unset: 'HTTPS_PROXY or HTTP_PROXY of this computer',
  }),
  'platform.noProxy': said('Without the proxy', 'Hosts that are reached directly.', {
    unset: 'NO_PROXY of this computer',
  }),
  'platform.caFile': said('Own certificates', 'PEM file of private authorities, believed beside the system’s.', none),
  terminals: said(
    'Terminals',
    'Where they are: serial:/dev/ttyUSB0, tcp:192.168.1.20:9001, hid:B61378A, device:B61378A.',
  ),
  selfTestAt: said('Daily self-test', 'Time of day at which terminals test themselves.'),
  managers: said('Managers of earlier versions', 'People who are manager and technician.'),
  people: said('People', 'Who works here, and who may do what.'),
  'signIn.isOn': said('Sign-in', 'People sign in at the till, by their PIN or a touch.'),
  'signIn.signedOutAfterMinutes': said('Signed out after', 'Without a key; never while a payment runs.'),
  'ports.neverAsk': said(
    'Ports of other devices',
    'Scales, drawers: nothing is ever sent there. serial:PATH or usb:VVVV:PPPP.',
  ),
  'ports.onlyAsk': said('Ports of terminals', 'Where anything stands here, no other port is asked.'),
  'receipts.printer': said('Receipt printer', 'tcp://HOST:9100, serial:PATH@BAUD, path:FILE or system:NAME.'),
  'receipts.columns': said('Characters a line', '32 on 58 mm paper, 42 or 48 on 80 mm.'),
  'receipts.codePage': said('Code page', 'auto, or one by name, such as cp858.'),
  'receipts.language': said('Printer language', 'What the printer speaks.', {
    choices: { 'esc-pos': 'ESC/POS', 'star-line': 'Star Line', 'star-prnt': 'StarPRNT' },
  }),
  'receipts.drawer': said('Cash drawer', 'It opens with the customer’s first copy of a sale.'),
  'receipts.drawerOnCash': said('Cash drawer for cash', 'It opens when money taken in cash is noted.'),
  'receipts.drawerPin': said('Drawer’s pin', 'Of the printer’s socket; another one where the drawer stays shut.', {
    choices: { 'pin-2': 'Pin 2', 'pin-5': 'Pin 5' },
  }),
  'receipts.header': said('Lines at the top', 'Under the shop’s name, such as address and tax number.'),
  'receipts.footer': said('Lines at the end', 'Such as opening hours.'),
  'receipts.qr': said('Code on the receipt', 'To find the payment again with a scanner.'),
  'receipts.email': said('Receipts by e-mail', 'Sent by the platform.'),
  'receipts.sms': said('Receipts by text message', 'Sent by the platform.'),
  'receipts.timeZone': said('Time zone', 'Of receipts, such as America/New_York.'),
  trace: said('Record the cable', 'What terminals say, card data masked, for support.'),
  looksForUpdates: said('Daily look for updates', 'A new version is fetched, and put in place when the till closes.'),
} as const satisfies Readonly<Record<string, SettingWords>>;

/** Everything that is set by itself. */
export type SettingKey = keyof typeof settingWords;

/** What is only set as a part of something else, or is the whole of several: for the reference alone. */
export const settingPartWords: Readonly<Record<string, SettingWords>> = {
  'till.tips': said('Tips', 'The percents alone, [15, 18, 20], or an object of the settings below.'),
  'till.surcharge': said('Surcharge', 'An object of the settings below.'),
  'terminals.address': said('Address', 'As above; entries may be objects.'),
  'terminals.route': said('Route', 'Who drives it in a payment: cable, or cloud (the platform).'),
  'terminals.serialNumber': said('Serial number', 'Of its Device at the platform, for a cable beside the cloud route.'),
  'managers.name': said('Name', 'As in people.'),
  'managers.pin': said('PIN', 'Hash made by tillbridge pin.'),
  'people.name': said('Name', 'A name with a PIN is nobody else’s.'),
  'people.roles': said('Roles', 'cashier, manager, technician; several.'),
  'people.pin': said('PIN', 'Hash made by tillbridge pin; managers and technicians need one.'),
  signIn: said('Sign-in', 'An object of the settings below.'),
};
