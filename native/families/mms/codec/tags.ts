/** Tags of the message envelope (reference section 3). */
export const envelopeTag = { header: 0x81, status: 0x82, detail: 0x83, payload: 0x84 } as const;

/** Command codes (reference section 4). */
export const mmsCommand = {
  startTransaction: 0x1001,
  resumeTransaction: 0x1004,
  cancelTransaction: 0x1008,
  cardholderChoice: 0x1802,
  displayFixedText: 0x1803,
  buzzer: 0x1805,
  displayFlexText: 0x1830,
  reset: 0x1f01,
  subscriptions: 0x1f02,
  getProperty: 0xd101,
  setProperty: 0xd111,
  echo: 0xdf01,
} as const;

/** Notification codes NNTT: source, then type (reference sections 3 and 8). */
export const mmsNotification = {
  transactionInfo: 0x0101,
  transactionHostAction: 0x0103,
  transactionComplete: 0x0105,
  pinComplete: 0x0205,
  deviceInfo: 0x1001,
  uiHostAction: 0x1803,
  uiComplete: 0x1805,
} as const;

/** EMV tags (EMV book 3, annex A) that this family sends unencrypted. */
export const emvTag = {
  amountAuthorised: 0x9f02,
  amountOther: 0x9f03,
  transactionType: 0x9c,
  currencyCode: 0x5f2a,
  currencyExponent: 0x5f36,
  merchantCategoryCode: 0x9f15,
  merchantIdentifier: 0x9f16,
  transactionCategoryCode: 0x9f53,
  merchantCustomData: 0x9f7c,
  authorizationResponseCode: 0x8a,
  issuerAuthenticationData: 0x91,
  issuerScript1: 0x71,
  issuerScript2: 0x72,
} as const;

/** Tags of the card data for the host, and of the answer (reference section 6). */
export const cardDataTag = {
  secureShell: 0xf9,
  macKeySerialNumber: 0xdfdf54,
  macEncryptionType: 0xdfdf55,
  deviceSerialNumber: 0xdfdf25,
  container: 0xfa,
  emvTemplate: 0x70,
  fallback: 0xdfdf53,
  maskedTrack2Msr: 0xdfdf33,
  maskedTrack2Chip: 0xdfdf4d,
  cardType: 0xdfdf52,
  encrypted: 0xf8,
  ciphertext: 0xdfdf59,
  keySerialNumber: 0xdfdf56,
  encryptionType: 0xdfdf57,
  padCount: 0xdfdf58,
  batchTemplate: 0xf0,
  batchStatus: 0xf1,
  batchResult: 0xdfdf1a,
  batchReason: 0xdfdf1b,
  merchantData: 0xf7,
  arpcShell: 0xff74,
} as const;
