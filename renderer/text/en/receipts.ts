import type { ReceiptCopy, ReceiptLink, SendMethod } from '../../../electron/contract/index.ts';

const copies: Record<ReceiptCopy, string> = { customer: 'Customer copy', merchant: 'Merchant copy' };

/** What the QR code on screen holds, and what to do with it. */
const holds: Record<ReceiptLink['holds'], string> = {
  link: 'The customer points their phone at the code. It opens the receipt.',
  text: 'The customer points their phone at the code. It holds the receipt as text.',
};

const forms: Record<SendMethod, { title: string; label: string; help: string; wrong: string; send: string }> = {
  EMAIL: {
    title: 'Receipt by email',
    label: 'Email address',
    help: 'Ask the customer, and read it back.',
    wrong: 'This is not a whole email address, such as ana@example.com.',
    send: 'Send email',
  },
  SMS: {
    title: 'Receipt by text message',
    label: 'Phone number',
    help: 'With the country code, such as +1 415 555 0100.',
    wrong: 'This is not a whole phone number with + and the country code, such as +1 415 555 0100.',
    send: 'Send text',
  },
};

/** Why the platform could not deliver, by its word for it; any other word means `other`. */
const undelivered: Record<'UNDELIVERABLE' | 'other', string> = {
  UNDELIVERABLE: 'There is no such address.',
  other: 'The platform could not deliver it.',
};

/** Words of receipts on screen: keys, preview, sending. What stands on the receipt itself comes with it from the host. */
export const receipts = {
  heading: 'Receipt',
  print: 'Print',
  email: 'Email',
  text: 'Text',
  qr: 'QR code',
  show: 'Show',
  merchantCopy: 'Merchant copy',
  receipt: 'Receipt',
  lastReceipt: 'Receipt',
  copies,
  copy: 'Which copy',
  sheet: (amount: string) => `Receipt of ${amount}`,
  paper: 'Receipt as printed',
  loading: 'Putting the receipt together',
  printHere: 'Print on this computer',
  savePdf: 'Save as PDF',
  back: 'Back to the receipt',
  printing: 'Printing',
  printed: 'The receipt is printed.',
  handedOver: 'The receipt was sent to the printer. It does not say whether it came out.',
  printedDuplicate: 'Printed again, marked as a duplicate.',
  saved: (file: string) => `Saved as ${file}.`,
  qrLabel: 'QR code of the receipt',
  qrLoading: 'Making the code',
  holds,
  forms,
  sent: (destination: string) => `Sent to ${destination}.`,
  failed: (destination: string) => `Not sent: ${destination} could not be reached.`,
  undelivered,
  failedNext: 'Check the address with the customer, send again, or print.',
  unknown: (destination: string) => `On its way to ${destination}. The platform has not said yet whether it arrived.`,
  unknownNext: 'Ask the customer whether it came, or print one too.',
};
