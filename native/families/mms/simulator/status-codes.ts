/** Status codes of refusals (reference section 3). */
export const refusalCodes = {
  generic: 0x010101,
  badMessage: 0x010102,
  deviceOffline: 0x010109,
  notAvailable: 0x010113,
  badParameter: 0x020102,
  noTransaction: 0x020304,
  cannotCancel: 0x020305,
  transactionInProgress: 0x020308,
  wrongTransactionState: 0x02030d,
  uiRunning: 0x020314,
  lowBattery: 0x020316,
} as const;
