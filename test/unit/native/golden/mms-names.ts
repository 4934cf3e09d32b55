/**
 * Names that `tillbridge decode` must give to every example of the reference, and values that it must read beyond the
 * fields of mms-vectors.ts. Written by hand from the manual's tables.
 */
export const mmsNames: Readonly<Record<string, { message: string; says?: Readonly<Record<string, unknown>> }>> = {
  'echo rsp': { message: 'echo response' },
  'start all (quick chip)': {
    message: 'start-transaction request',
    says: {
      timeoutSeconds: 60,
      readers: { msr: true, contact: true, contactless: true },
      options: '0003',
      transactionType: '00',
      amountMinor: 100,
      otherAmountMinor: 0,
      numericCurrency: '0840',
      currencyExponent: 2,
      merchantCategoryCode: '0000',
      transactionCategoryCode: 0,
    },
  },
  'start ctls only': {
    message: 'start-transaction request',
    says: {
      timeoutSeconds: 60,
      readers: { msr: false, contact: false, contactless: true },
      options: '0003',
      transactionType: '00',
      amountMinor: 100,
      otherAmountMinor: 0,
      numericCurrency: '0840',
      currencyExponent: 2,
      merchantCategoryCode: '0000',
      transactionCategoryCode: 0,
    },
  },
  'start rsp': { message: 'start-transaction response' },
  'start refused, low battery': { message: 'start-transaction response' },
  'resume (ARPC)': {
    message: 'resume-transaction request',
    says: { deviceSerialNumber: '992690E116120710', authorizationResponseCode: '00' },
  },
  'resume rsp': { message: 'resume-transaction response' },
  'cancel rsp': { message: 'cancel-transaction response' },
  'display PROCESSING 2 s': { message: 'display-fixed-text request', says: { seconds: 2, stringId: '16' } },
  'display rsp': { message: 'display-fixed-text response' },
  'display PLEASE WAIT infinite': { message: 'display-fixed-text request', says: { seconds: 0, stringId: '0E' } },
  'flex UI text "THANK YOU" line 3': {
    message: 'display-flex-text request',
    says: { lines: [null, null, 'THANK YOU', null, null] },
  },
  'flex UI rsp': { message: 'display-flex-text response' },
  'reset rsp': { message: 'reset response' },
  'set notif subscriptions (default = subscribe all)': { message: 'set-subscriptions request' },
  'get serial': { message: 'get-property request', says: { property: '2.2.1.1.1.1', propertyName: 'serialNumber' } },
  'get serial rsp (B61378A)': {
    message: 'get-property response',
    says: { property: '2.2.1.1.1.1', propertyName: 'serialNumber', value: 'B61378A' },
  },
  'get model': { message: 'get-property request', says: { property: '2.1.2.2.2.1', propertyName: 'model' } },
  'get model rsp "DynaFlex Pro"': {
    message: 'get-property response',
    says: { property: '2.1.2.2.2.1', propertyName: 'model', value: 'DynaFlex Pro' },
  },
  'get fw': { message: 'get-property request', says: { property: '2.1.2.2.2.2', propertyName: 'firmware' } },
  'get fw rsp 1000007183-A1-PCI': {
    message: 'get-property response',
    says: { property: '2.1.2.2.2.2', propertyName: 'firmware', value: '1000007183-A1-PCI' },
  },
  'get operational status': {
    message: 'get-property request',
    says: { property: '2.3.1.2.1.1', propertyName: 'operational' },
  },
  'rsp online': {
    message: 'get-property response',
    says: { property: '2.3.1.2.1.1', propertyName: 'operational', value: '02' },
  },
  'get offline detail': {
    message: 'get-property request',
    says: { property: '2.3.1.2.1.2', propertyName: 'offlineDetail' },
  },
  'rsp none': {
    message: 'get-property response',
    says: { property: '2.3.1.2.1.2', propertyName: 'offlineDetail', value: '00' },
  },
  'rsp usb': {
    message: 'get-property response',
    says: { property: '2.3.1.2.1.3', propertyName: 'externalPower', value: '01' },
  },
  'rsp 100 %': {
    message: 'get-property response',
    says: { property: '2.3.1.2.1.4', propertyName: 'battery', value: '64' },
  },
  'get charger': { message: 'get-property request', says: { property: '2.3.1.2.1.5', propertyName: 'charger' } },
  'rsp complete': {
    message: 'get-property response',
    says: { property: '2.3.1.2.1.5', propertyName: 'charger', value: '04' },
  },
  'get temperature': {
    message: 'get-property request',
    says: { property: '2.3.1.2.1.6', propertyName: 'temperature' },
  },
  'rsp 38 C': {
    message: 'get-property response',
    says: { property: '2.3.1.2.1.6', propertyName: 'temperature', value: '26' },
  },
  'get tamper': { message: 'get-property request', says: { property: '2.3.1.1.2.3', propertyName: 'tampered' } },
  'get reset-acknowledged flag': {
    message: 'get-property request',
    says: { property: '1.2.7.1.1.2', propertyName: 'rebooted' },
  },
  'rsp 00 = has rebooted': {
    message: 'get-property response',
    says: { property: '1.2.7.1.1.2', propertyName: 'rebooted', value: '00' },
  },
  'set ARPC timeout FF': {
    message: 'set-property request',
    says: { property: '1.1.1.1.1.5', propertyName: 'arpcTimeout', value: 'FF' },
  },
  'notif device reset occurred (online, no fault)': {
    message: 'device-reset notification',
    says: { isOperational: true, isTampered: false },
  },
  'notif txn complete PICC/none': { message: 'transaction-completed notification', says: { entryMode: 'contactless' } },
  'notif UID presented': { message: 'tap-presented notification' },
  'notif QR/display done': { message: 'fixed-text-ended notification' },
  'data file msg': { message: 'data-file to-host' },
};
