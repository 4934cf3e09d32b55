/** Numbers of MagneSafe V5 and their names (reference sections 4, 5, 8, 11 and 12). */

export const command = {
  getProperty: 0x00,
  setProperty: 0x01,
  reset: 0x02,
  keySerialNumber: 0x09,
  sessionId: 0x0a,
  activateAuthentication: 0x10,
  answerAuthentication: 0x11,
  endAuthentication: 0x12,
  securityLevel: 0x15,
  getMut: 0x19,
  swipesLeft: 0x1c,
  getUik: 0x21,
  relinquishInterface: 0x25,
  powerDown: 0x28,
  oldBatteryStatus: 0x29,
  encryptBulkData: 0x30,
  battery: 0x45,
  bleController: 0x46,
  outputChannel: 0x48,
  extended: 0x49,
  nextPacket: 0x4a,
} as const;

/** Two-byte commands, sent inside command 49. */
export const extendedCommand = {
  startTransaction: 0x0300,
  selectionResult: 0x0302,
  acquirerResponse: 0x0303,
  cancelTransaction: 0x0304,
  modifyTerminalTags: 0x0305,
  readTerminalTags: 0x0306,
  modifyApplicationTags: 0x0307,
  readApplicationTags: 0x0308,
  modifyPublicKey: 0x0309,
  readPublicKey: 0x030a,
  kernelText: 0x030b,
  setDateTime: 0x030c,
  getDateTime: 0x030d,
  commitConfiguration: 0x030e,
  modifyTags: 0x030f,
  modifyKeys: 0x0310,
  configurationId: 0x0311,
  openAuxiliaryPort: 0x0400,
  closeAuxiliaryPort: 0x0401,
} as const;

export const notificationId = {
  status: 0x0300,
  display: 0x0301,
  selection: 0x0302,
  onlineRequest: 0x0303,
  result: 0x0304,
  auxiliaryPort: 0x0400,
  spi: 0x0500,
  firmwareLoad: 0x0600,
} as const;

/** First byte of a response. */
export const result = {
  done: 0x00,
  failed: 0x01,
  badParameter: 0x02,
  redundant: 0x03,
  cryptography: 0x04,
  delayed: 0x05,
  noKeys: 0x06,
  invalidNow: 0x07,
  notAvailable: 0x08,
  batteryLow: 0x09,
  extended: 0x0a,
  moreWanted: 0x0b,
  deprecated: 0x0c,
  notImplemented: 0x0d,
} as const;

/** Two-byte results inside an extended answer. */
export const extendedResult = {
  done: 0x0000,
  noKey: 0x0381,
  keysExhausted: 0x0382,
  securityTooLow: 0x0383,
  badTime: 0x0384,
  badReaders: 0x0385,
  badOptions: 0x0386,
  badAmount: 0x0387,
  badType: 0x0388,
  badCashBack: 0x0389,
  badCurrency: 0x038a,
  noTransaction: 0x038d,
  badReporting: 0x038e,
  busy: 0x038f,
  badSerialNumber: 0x0391,
  badTagList: 0x0396,
} as const;

export const property = {
  firmware: 0x00,
  usbSerialNumber: 0x01,
  serialNumber: 0x03,
  interfaceType: 0x10,
  longFirmware: 0x3a,
  emvDataVariant: 0x67,
  messageFormat: 0x68,
} as const;

/** First byte of a status. */
export const event = {
  none: 0x00,
  cardInserted: 0x01,
  error: 0x02,
  progress: 0x03,
  waiting: 0x04,
  timedOut: 0x05,
  ended: 0x06,
  hostCancelled: 0x07,
  cardRemoved: 0x08,
  contactlessSeen: 0x09,
  swiped: 0x0a,
} as const;

/** Third byte of a status. */
export const progress = {
  none: 0x00,
  waitingForPayment: 0x01,
  poweringUp: 0x02,
  selecting: 0x03,
  waitingForLanguage: 0x04,
  waitingForApplication: 0x05,
  readingApplication: 0x07,
  firstCryptogram: 0x0d,
  online: 0x0f,
  waitingForAnswer: 0x10,
  complete: 0x11,
  error: 0x12,
  approved: 0x13,
  declined: 0x14,
  cancelledBySwipe: 0x15,
  removeCard: 0x29,
  collision: 0x2a,
  lookAtPhone: 0x2b,
  contactlessDone: 0x2c,
  technicalFallback: 0x3c,
  stripeFallback: 0x3d,
  otherFallback: 0x3e,
  cancelledByHost: 0x91,
} as const;

/** Values of DFDF1A in the result. */
export const transactionStatus = {
  approved: 0x00,
  declined: 0x01,
  error: 0x02,
  cancelledByHost: 0x10,
  selectionCancelled: 0x1e,
  selectionTimedOut: 0x1f,
  waitingCancelled: 0x21,
  waitingTimedOut: 0x22,
  cancelledBySwipe: 0x23,
  unknown: 0xff,
} as const;

export const tag = {
  secureShell: 0xf9,
  container: 0xfa,
  generic: 0x70,
  encrypted: 0xf8,
  resultTemplate: 0xf0,
  resultStatus: 0xf1,
  merchantData: 0xf7,
  originalMessage: 0xfd,
  originalResult: 0xfe,
  macKeySerialNumber: 0xdfdf54,
  macEncryptionType: 0xdfdf55,
  deviceSerialNumber: 0xdfdf25,
  fallback: 0xdfdf53,
  cardType: 0xdfdf52,
  maskedTrack2: 0xdfdf4d,
  ciphertext: 0xdfdf59,
  keySerialNumber: 0xdfdf56,
  encryptionType: 0xdfdf57,
  padCount: 0xdfdf58,
  transactionStatus: 0xdfdf1a,
  additionalStatus: 0xdfdf1b,
  responseCode: 0x8a,
  issuerAuthenticationData: 0x91,
  scriptBefore: 0x71,
  scriptAfter: 0x72,
} as const;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the kebab-case name of a number in `table`, or undefined if the table lacks the number. */
export function nameIn(table: Readonly<Record<string, number>>, value: number): string | undefined {
  const found = Object.entries(table).find(([, one]) => one === value);
  return found && kebab(found[0]);
}
