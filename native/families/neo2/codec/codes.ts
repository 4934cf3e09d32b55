/**
 * Codes of the NEO 2 family: commands, status bytes, result codes, error codes (reference sections 3 to 6). [inf] marks
 * inferred codes, as in the reference.
 */

import { byteHex, codeHex } from '../../../framing/bytes.ts';

/** Command and sub-command of each command to the reader, by name. */
export const neo2Commands = {
  'set-poll-mode': [0x01, 0x01],
  'control-user-interface': [0x01, 0x02],
  'start-transaction': [0x02, 0x40],
  'get-configuration': [0x03, 0x02],
  'update-balance': [0x03, 0x03],
  'get-transaction-result': [0x03, 0x40],
  'set-configuration': [0x04, 0x00],
  'set-configuration-defaults': [0x04, 0x09],
  'cancel-transaction': [0x05, 0x01],
  'stop-transaction': [0x05, 0x02],
  'get-module-versions-deprecated': [0x09, 0x00],
  'get-product-type': [0x09, 0x01],
  'get-processor-type': [0x09, 0x02],
  'get-main-firmware-version': [0x09, 0x03],
  'get-hardware-information': [0x09, 0x14],
  'get-module-versions': [0x09, 0x20],
  'get-serial-number': [0x12, 0x01],
  'set-boot-notification': [0x14, 0x01],
  ping: [0x18, 0x01],
  'get-firmware-version': [0x29, 0x00],
  'get-product-information': [0x29, 0x01],
  'pass-through-mode': [0x2c, 0x01],
  'pass-through-poll': [0x2c, 0x02],
  'pass-through-exchange': [0x2c, 0x03],
  'mifare-authenticate': [0x2c, 0x06],
  'mifare-read-blocks': [0x2c, 0x07],
  'mifare-write-blocks': [0x2c, 0x08],
  'get-device-status': [0x32, 0x03],
  'contact-start': [0x60, 0x10],
  'contact-authenticate': [0x60, 0x11],
  'contact-apply-host-response': [0x60, 0x12],
  'contact-retrieve-result': [0x60, 0x13],
  'contact-get-status': [0x60, 0x14],
  'contact-set-configuration': [0x60, 0x16],
  'screen-show': [0x61, 0x05],
  'screen-add-object': [0x61, 0x07],
  'screen-update-object': [0x61, 0x08],
  'screen-remove-object': [0x61, 0x09],
  'screen-create': [0x61, 0x0a],
  'screen-list': [0x61, 0x11],
  'screen-show-system': [0x61, 0x17],
  'keypad-cancel': [0x62, 0x00],
  'keypad-get-pin': [0x62, 0x01],
  'keypad-get-function-key': [0x62, 0x02],
  'keypad-get-number': [0x62, 0x03],
  'keypad-get-amount': [0x62, 0x04],
  restart: [0x77, 0x05],
  'get-light-sensor': [0x83, 0x50],
  'get-external-chip-status': [0x83, 0x51],
  'start-secure-task': [0x90, 0x07],
  'set-white-list': [0x91, 0x10],
  'get-battery': [0xf0, 0x02],
  'display-line': [0xf0, 0xfc],
  'display-lines': [0xf0, 0xfd],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

export type Neo2CommandName = keyof typeof neo2Commands;

/** Commands from the reader to its host (guide p197-207). */
export const neo2ReaderCommands = {
  'display-control': [0x61, 0x01],
  'pin-entry': [0x61, 0x02],
  'external-swipe': [0x61, 0x03],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;

/** Names of command groups: a response contains only the command that it answers, without the sub-command. */
export const neo2AnswerNames: Readonly<Record<number, string>> = {
  0x01: 'user-interface',
  0x02: 'transaction',
  0x03: 'configuration-or-result',
  0x04: 'set-configuration',
  0x05: 'cancel-transaction',
  0x09: 'module-versions',
  0x12: 'serial-number',
  0x14: 'boot-notification',
  0x18: 'ping',
  0x29: 'firmware-version',
  0x2c: 'pass-through',
  0x32: 'device-status',
  0x60: 'contact-transaction',
  0x61: 'screen',
  0x62: 'keypad',
  0x77: 'restart',
  0x81: 'key-management',
  0x83: 'sensor',
  0x90: 'secure-task',
  0x91: 'white-list',
  0xf0: 'battery-or-display',
};

export const code = {
  userInterface: 0x01,
  transaction: 0x02,
  cancel: 0x05,
  serialNumber: 0x12,
  bootNotification: 0x14,
  ping: 0x18,
  firmware: 0x29,
  passThrough: 0x2c,
  contact: 0x60,
  prompt: 0x61,
  battery: 0xf0,
} as const;

/** Status bytes (guide p28). */
export const status = {
  ok: 0x00,
  badHeader: 0x01,
  unknownCommand: 0x02,
  unknownSubcommand: 0x03,
  badChecksum: 0x04,
  badParameter: 0x05,
  notSupported: 0x06,
  malformed: 0x07,
  timeout: 0x08,
  failed: 0x0a,
  notAllowed: 0x0b,
  subcommandNotAllowed: 0x0c,
  overflow: 0x0d,
  /** During a transaction: the reader has found a card (guide p221). The actual answer follows. */
  userInterfaceEvent: 0x0e,
  goOnline: 0x23,
  /** Observed as the status of contact results. */
  contactResult: 0x30,
  /** "First response": the reader accepted the command, and the answer follows. */
  taken: 0x63,
} as const;

const statusNames: Readonly<Record<number, string>> = {
  [status.ok]: 'ok',
  [status.badHeader]: 'bad header tag',
  [status.unknownCommand]: 'unknown command',
  [status.unknownSubcommand]: 'unknown sub-command',
  [status.badChecksum]: 'checksum error',
  [status.badParameter]: 'bad parameter',
  [status.notSupported]: 'not supported',
  [status.malformed]: 'malformed data',
  [status.timeout]: 'time-out',
  [status.failed]: 'failed',
  [status.notAllowed]: 'command not allowed',
  [status.subcommandNotAllowed]: 'sub-command not allowed',
  [status.overflow]: 'buffer overflow',
  [status.userInterfaceEvent]: 'user-interface event',
  [status.goOnline]: 'request online authorization',
  [status.contactResult]: 'contact result',
  0x60: 'EMV terminal data absent',
  0x61: 'EMV terminal data full',
  [status.taken]: 'taken',
};

/** Returns the name of a status byte, for example `command not allowed`, or `status 1A` for an unlisted byte. */
export function statusName(value: number): string {
  return statusNames[value] ?? `status ${byteHex(value)}`;
}

/** Result codes of EMV transactions, value of DFEE25 (ID TECH's public knowledge base, page 71715363). */
export const resultCode = {
  approvedOffline: 0x00,
  declinedOffline: 0x01,
  approved: 0x02,
  declined: 0x03,
  goOnline: 0x04,
  callBank: 0x05,
  notAccepted: 0x06,
  fallbackToSwipe: 0x07,
  timeout: 0x08,
  goOnlineContactless: 0x09,
  /** The card is in and its application chosen; authentication is next. */
  started: 0x10,
  swiped: 0x11,
  cancelled: 0x12,
  twoCards: 0x7a,
  tryAnotherInterface: 0x7d,
  terminated: 0x7e,
  unableToGoOnline: 0xff,
  chipFailed: 0x3002,
  chipInitFailed: 0x3003,
  fallbackSituation: 0x3004,
  chipAbsent: 0x3005,
} as const;

const resultNames: Readonly<Record<number, string>> = {
  [resultCode.approvedOffline]: 'approved offline',
  [resultCode.declinedOffline]: 'declined offline',
  [resultCode.approved]: 'approved',
  [resultCode.declined]: 'declined',
  [resultCode.goOnline]: 'go online',
  [resultCode.callBank]: 'call your bank',
  [resultCode.notAccepted]: 'not accepted',
  [resultCode.fallbackToSwipe]: 'fall back to the stripe',
  [resultCode.timeout]: 'time-out',
  [resultCode.goOnlineContactless]: 'go online, contactless',
  [resultCode.started]: 'started',
  [resultCode.swiped]: 'swiped',
  [resultCode.cancelled]: 'cancelled',
  [resultCode.twoCards]: 'two cards',
  [resultCode.tryAnotherInterface]: 'try another interface',
  [resultCode.terminated]: 'terminated',
  [resultCode.unableToGoOnline]: 'unable to go online',
  [resultCode.chipFailed]: 'chip failed',
  [resultCode.chipInitFailed]: 'chip could not be started',
  [resultCode.fallbackSituation]: 'fallback situation',
  [resultCode.chipAbsent]: 'chip absent',
};

/** Returns the name of a result code, for example `go online`, or `result 1001` for an unlisted code. */
export function resultName(value: number): string {
  return resultNames[value] ?? `result ${codeHex(value)}`;
}

/** Error codes of contactless transactions (guide p32-34). */
export const contactlessError = {
  collision: 0x21,
  overLimit: 0x22,
  goOnline: 0x23,
  communication: 0x24,
  blocked: 0x25,
  expired: 0x26,
  unsupported: 0x27,
  noAnswer: 0x30,
  declinedByCard: 0x42,
  onlineRefused: 0x43,
} as const;

export const neo2Tag = {
  keySerialNumber: 0xdfee12,
  /** Tag of older readers. */
  oldKeySerialNumber: 0xffee12,
  result: 0xdfee25,
  encryptionInfo: 0xdfee26,
  swipeBlock: 0xdfee23,
  contactlessError: 0xffee1f,
  group: 0xffee01,
  trackSource: 0xdf30,
  outputTags: 0xdfee1a,
  autoAuthenticate: 0xdfef1f,
  interfaces: 0xdfef37,
  fallback: 0xdfef3c,
  firstResponse: 0xdfed59,
  events: 0xdfee7e,
} as const;

/** EMV and ISO 7813 tags used here. */
export const emvTag = {
  track1: 0x56,
  track2: 0x57,
  pan: 0x5a,
  currency: 0x5f2a,
  currencyExponent: 0x5f36,
  issuerScript1: 0x71,
  issuerScript2: 0x72,
  responseCode: 0x8a,
  issuerAuthenticationData: 0x91,
  date: 0x9a,
  transactionType: 0x9c,
  amount: 0x9f02,
  otherAmount: 0x9f03,
  cryptogramInformation: 0x9f27,
  entryMode: 0x9f39,
} as const;
