import type { FailureCode } from '../../../electron/contract/index.ts';

/** What a failure says: what happened, and what to do next. Whether the customer may have been charged the contract says. */
export interface FailureWords {
  what: string;
  next: string;
}

const again = 'Try again. If it stays, call a technician.';
const technician = 'Call a technician.';
const wait = 'Wait, or take the money another way.';

/** For every code of the contract. */
export const failures: Record<FailureCode, FailureWords> = {
  LINK_NOT_FOUND: {
    what: 'The terminal is not plugged in here.',
    next: 'Check the cable and the power.',
  },
  LINK_BUSY: {
    what: 'Another program is using the terminal.',
    next: 'Close the other payment program, then wait.',
  },
  LINK_PERMISSION: {
    what: 'This computer does not let the till use the terminal.',
    next: technician,
  },
  LINK_REFUSED: {
    what: 'Nothing answers at the terminal’s address.',
    next: 'Check that the terminal is on and in the network.',
  },
  LINK_CLOSED: { what: 'The connection to the terminal was closed.', next: again },
  LINK_LOST: { what: 'The terminal was unplugged.', next: 'Plug the cable in again.' },
  LINK_TIMEOUT: {
    what: 'The terminal could not be reached in time.',
    next: 'Check the cable and the power, then try again.',
  },
  FRAME_GARBAGE: {
    what: 'What answers on the cable is not a terminal we can talk to.',
    next: 'Check that the right device is plugged in.',
  },
  TERM_SILENT: {
    what: 'The terminal did not answer.',
    next: 'Switch the terminal off and on, then try again.',
  },
  TERM_REFUSED: { what: 'The terminal refused to start the payment.', next: again },
  TERM_BUSY: {
    what: 'The terminal is still with another payment.',
    next: 'Finish or cancel that one first.',
  },
  TERM_UNKNOWN_MODEL: { what: 'This model of terminal is not known here.', next: technician },
  TERM_NOT_READY: {
    what: 'The terminal is not ready yet.',
    next: 'Wait until both lights are fine, then charge again.',
  },
  TERM_NOT_FOUND: { what: 'There is no terminal by that name.', next: technician },
  TERM_OTHER: {
    what: 'Another terminal than the one of this till is plugged in.',
    next: 'Plug the right terminal in, or ask a technician to take this one into service.',
  },
  TERM_TWICE: {
    what: 'Two terminals with the same serial number are connected.',
    next: 'Unplug the second one. If it stays, have both checked by a technician.',
  },
  TERM_RESTARTING: {
    what: 'The terminal is about to restart by itself, as it does once a day.',
    next: 'Wait until it is back, then charge again.',
  },
  TERM_UNHEALTHY: {
    what: 'The terminal says that something is wrong with it.',
    next: technician,
  },
  TERM_UNSUPPORTED: { what: 'This terminal cannot do that.', next: 'Use another way.' },
  TERM_CARD_DATA: {
    what: 'The terminal sent card data that do not belong to this payment. Nothing was sent to the bank.',
    next: 'Use another terminal, and call a technician: this one may have been tampered with.',
  },
  DEVICE_OTHER_MERCHANT: {
    what: 'The platform’s Device of this terminal belongs to another merchant.',
    next: 'No payment goes to it. Call a technician.',
  },
  DEVICE_TWICE: {
    what: 'The platform has more than one Device for this terminal.',
    next: 'No payment goes to it. Call a technician.',
  },
  DEVICE_NOT_ENABLED: {
    what: 'The platform’s Device of this terminal is not enabled.',
    next: 'No payment goes to it. Call a technician, who can activate it.',
  },
  DEVICE_NONE: {
    what: 'The platform has no Device for this terminal.',
    next: 'No payment goes to it. Call a technician.',
  },
  PAY_AMOUNT: { what: 'This amount cannot be charged.', next: 'Type another amount.' },
  PAY_BUSY: {
    what: 'This terminal has a payment that is not finished.',
    next: 'Wait for its answer, then charge.',
  },
  PAY_NOT_FOUND: { what: 'There is no payment by that number.', next: 'Charge again.' },
  PAY_NO_CARD: {
    what: 'No card was presented in time.',
    next: 'Charge again when the customer is ready.',
  },
  PAY_NOT_COMPLETED: {
    what: 'The payment was not completed on the terminal.',
    next: 'Charge again when the customer is ready.',
  },
  PAY_NEVER_ARRIVED: {
    what: 'There is no record of this payment, so no money moved.',
    next: 'Charge again.',
  },
  PAY_TOO_LATE: {
    what: 'It was too late to cancel.',
    next: 'Wait for the answer of the running payment.',
  },
  PAY_PARTIAL: {
    what: 'The bank approved only a part of the amount, and this till does not take parts.',
    next: 'Ask for another card.',
  },
  PAY_CAPTURE_FAILED: {
    what: 'The payment was shown as paid, and the bank did not carry it out afterwards.',
    next: 'The amount is not paid. Tell your manager.',
  },
  PAY_NOT_CAPTURED: {
    what: 'The platform refused to take what the bank approved.',
    next: 'Ask for another card or another way to pay.',
  },
  PAY_REVERSAL_FAILED: {
    what: 'The bank could not give the money back.',
    next: 'Give it back another way.',
  },
  PAY_DUPLICATE: {
    what: 'It was paid already: this order, or the same amount minutes ago.',
    next: 'Charge again only if this is another purchase.',
  },
  PAY_STATE: {
    what: 'That cannot be done with this payment as it stands.',
    next: 'Look at the payment first.',
  },
  PAY_UNRESOLVED: {
    what: 'Earlier payments are still being checked.',
    next: 'Wait until they are known.',
  },
  PAY_LINK_OPEN: {
    what: 'This order is already being paid by link.',
    next: 'Close the link first.',
  },
  PAY_ORDER_OPEN: {
    what: 'A payment of this order is not finished yet.',
    next: 'Wait for its answer, or give back what is held.',
  },
  PAY_REFUSED: {
    what: 'The platform did not accept this payment. The card is not the reason.',
    next: technician,
  },
  API_UNREACHABLE: { what: 'The payment platform is out of reach. Nothing was sent.', next: wait },
  API_TIMEOUT: {
    what: 'The payment platform did not answer in time.',
    next: 'Do not charge again until it is known.',
  },
  API_BROKEN: {
    what: 'The connection to the payment platform broke.',
    next: 'Do not charge again until it is known.',
  },
  API_UNREADABLE: {
    what: 'The payment platform’s answer could not be read.',
    next: 'Do not charge again until it is known.',
  },
  API_UNAUTHORIZED: {
    what: 'The payment platform no longer accepts this till’s password.',
    next: 'Have a manager enter the new password in Settings.',
  },
  API_NO_PASSWORD: {
    what: 'This computer’s key store does not give the platform’s password. Nothing was sent.',
    next: 'Unlock the key store, or have a manager enter the password in Settings.',
  },
  API_FORBIDDEN: { what: 'The payment platform does not allow this to this till.', next: technician },
  API_NOT_FOUND: { what: 'The payment platform does not know what was asked for.', next: technician },
  API_CONFLICT: { what: 'The payment platform is already doing this.', next: 'Wait, then look again.' },
  API_INVALID: { what: 'The payment platform refused the request.', next: technician },
  API_DECLINED: {
    what: 'The bank did not approve this card.',
    next: 'Ask for another card or another way to pay.',
  },
  API_RATE_LIMITED: { what: 'The payment platform is busy.', next: 'Wait a minute, then try again.' },
  API_SERVER: {
    what: 'The payment platform has trouble of its own.',
    next: 'Do not charge again until it is known.',
  },
  API_NOT_CONFIGURED: { what: 'This till has no payment platform set up.', next: technician },
  API_OTHER_ACCOUNT: {
    what: 'This payment belongs to another platform account.',
    next: 'Do not charge again. Call a technician.',
  },
  // These are about paper: nothing was charged by them, and the payment stands as it was.
  PRINTER_NOT_CONFIGURED: {
    what: 'No receipt printer is set up on this till. The payment stands; only the paper is missing.',
    next: 'Print through this computer, send the receipt, or show the QR code.',
  },
  PRINTER_UNREACHABLE: {
    what: 'The receipt printer cannot be reached. The payment stands; only the paper is missing.',
    next: 'Check that it is on and its cable is in, then print again, or give the receipt another way.',
  },
  PRINTER_TIMEOUT: {
    what: 'The receipt printer did not take the receipt in time. The payment stands.',
    next: 'Look at what has come out. Switch the printer off and on, then print again.',
  },
  PRINTER_NOT_READY: {
    what: 'The receipt printer is not ready. The payment stands; only the paper is missing.',
    next: 'Check paper and cover, then print again.',
  },
  RECEIPT_ADDRESS: {
    what: 'The receipt cannot be sent to that address, so nothing was sent.',
    next: 'Check it with the customer and send again.',
  },
  ROLE_REQUIRED: { what: 'Only a manager may do that.', next: 'Ask a manager to confirm.' },
  ROLE_PIN_WRONG: { what: 'That PIN is not right.', next: 'Wait a moment, then try once more.' },
  ROLE_LOCKED: {
    what: 'There were wrong PINs: no other is looked at yet.',
    next: 'Wait, then try again, or ask another manager.',
  },
  SETUP_ANSWER: {
    what: 'This was not taken in the setup.',
    next: 'See what is said beside it, and type it again.',
  },
  SETUP_STEP: {
    what: 'The setup is at another step.',
    next: 'Go on where it stands now.',
  },
  SETUP_OPEN: {
    what: 'This till is not set up to the end.',
    next: 'Finish its setup, then charge.',
  },
  JRNL_IN_USE: {
    what: 'Another Tillbridge is open with this data.',
    next: 'Use the window that is open, or wait until the other program is done.',
  },
  JRNL_UNWRITABLE: {
    what: 'The till cannot write its records, so it does not start payments.',
    next: 'Free some disk space, or call a technician.',
  },
  JRNL_CORRUPT: {
    what: 'The till’s records are damaged, so it does not start payments.',
    next: technician,
  },
  JRNL_NEWER: {
    what: 'The till’s records were written by a newer version.',
    next: 'Update Tillbridge on this computer.',
  },
  UPDATE_REFUSED: {
    what: 'The update is not what it should be, so it was not taken. Nothing was changed.',
    next: 'Go on selling. Tell a technician if it stays so for days.',
  },
  UPDATE_FAILED: {
    what: 'The update could not be fetched. Nothing was changed.',
    next: 'Go on selling; the till tries again by itself.',
  },
  UPDATE_BUSY: {
    what: 'A payment is not finished, so the till was not updated.',
    next: 'Finish it, then try again.',
  },
  HOST_STOPPING: { what: 'The till is closing.', next: 'Open it again, then charge.' },
  HOST_INTERNAL: {
    what: 'Something in the till went wrong.',
    next: 'Look at the last payment before charging again.',
  },
  IPC_INVALID: {
    what: 'The till’s engine did not understand this screen.',
    next: 'Reload this window.',
  },
  TEXT_CARD_NUMBER: {
    what: 'That looks like a card number. Nothing of it was kept or sent.',
    next: 'Card numbers are never typed here: leave it out.',
  },
  IPC_DISCONNECTED: {
    what: 'The till’s engine is away for a moment, so nothing was sent.',
    next: 'Wait until it is back, then press again.',
  },
  IPC_SESSION_ENDED: {
    what: 'This window is signed out. The till itself goes on.',
    next: 'Open a new link here: run “tillbridge url” on this computer.',
  },
  CFG_INVALID: { what: 'A setting of this till makes no sense.', next: technician },
  CFG_CHANGED: {
    what: 'Somebody else changed this setting meanwhile. Nothing was changed here.',
    next: 'Look at it again.',
  },
  CFG_PERSON: { what: 'This change of a person is not possible.', next: 'Look at the list of people again.' },
  CFG_TLS_OFF: {
    what: 'The checks of who answers for the platform are switched off on this computer. The till does not start like this.',
    next: technician,
  },
};
