/**
 * A card terminal of any family and cable, as the rest of Tillbridge uses it. Drivers implement this interface; the
 * host's module `terminals` is its only user.
 */
import type {
  AwaitedAction,
  CardInSlot,
  CardDataFault,
  DeviceAction,
  EntryMode,
  Family,
  LinkKind,
  Prompt,
  TerminalAddress,
  TillError,
} from '../../../electron/contract/index.ts';

export interface TerminalIdentity {
  family: Family;
  /** Name that the terminal reports, for example `DynaFlex II PED`. */
  model: string;
  /** Number that the terminal reports, for example `B61378A`. */
  serialNumber: string;
  firmware: string;
  /** Reasons of the quirks of this firmware that the driver takes into account; absent when there are none. */
  quirks?: readonly string[];
  address: TerminalAddress;
  link: LinkKind;
}

/** Actions that this model supports over the cable. The UI offers only these. */
export interface TerminalCapabilities {
  /** Readers that a transaction start offers. */
  readers: readonly EntryMode[];
  hasDisplay: boolean;
  hasPinPad: boolean;
  /** Free text, one of the fixed strings, or none. */
  idleMessage: 'free' | 'fixed' | 'none';
  cableActions: readonly DeviceAction[];
}

/** Health values, each null if the protocol does not report it. */
export interface TerminalHealth {
  batteryPercent: number | null;
  temperatureCelsius: number | null;
  hasExternalPower: boolean | null;
  isTampered: boolean | null;
  isOperational: boolean | null;
}

export interface TransactionRequest {
  /** Id of the attempt, which every event of the transaction repeats. */
  attempt: string;
  amountMinor: number;
  currency: string;
  /** Time the terminal waits for a card, in milliseconds. */
  cardTimeoutMs: number;
}

/**
 * Encrypted card data, unchanged from the terminal. Opaque: it is passed on to the platform, and never stored or
 * logged.
 */
export interface EncryptedCardData {
  /** Upper-case hexadecimal. */
  encryptedEmvData: string;
  /** Key serial number of the data key, upper-case hexadecimal. */
  keySerialNumber: string;
  /**
   * Value of the platform's `encrypted_emv_format`: 1 = MMS ARQC blob, 2 = a NEO 2 reader's answer without its masked
   * elements (an assumption; the specification lists no values).
   */
  format: number;
}

export type TransactionResult =
  | { kind: 'approved'; wantsSignature: boolean }
  | { kind: 'declined' }
  | { kind: 'cancelled'; by: 'host' | 'cardholder' }
  /**
   * `waitedFor` is the customer's action that did not come in time; absent for the card itself. `reason` is for logs.
   */
  | { kind: 'timed-out'; waitedFor?: AwaitedAction; reason?: string }
  /**
   * The terminal ended the payment: card error, card removed, MAC refused… `reason` is for logs. `isCardOut`: the card
   * was certainly removed. `cardData`: the card data belonged to another payment and was discarded.
   */
  | { kind: 'failed'; reason: string; isCardOut?: true; cardData?: CardDataFault }
  /** The link was lost: the terminal's own result is unknown. */
  | { kind: 'lost'; error: TillError };

export type TransactionEvent =
  /**
   * `choices` is present only with `choose-application`: the labels in order, where a missing label is an empty text.
   */
  | { type: 'prompt'; attempt: string; prompt: Prompt; choices?: readonly string[] }
  | { type: 'card'; attempt: string; what: 'presented' | 'removed'; entryMode: EntryMode }
  /**
   * The terminal wants the bank's answer. A terminal that has waited too long may repeat the request with the same data
   * for the same attempt.
   */
  | { type: 'online-request'; attempt: string; entryMode: EntryMode; data: EncryptedCardData }
  /** The last event, emitted exactly once. */
  | { type: 'finished'; attempt: string; result: TransactionResult };

/** Bank's answer for the card. */
export interface HostAnswer {
  isApproved: boolean;
  /** EMV tag 8A, two ASCII characters, for example `00`, `05`, `51`. */
  authorizationResponseCode: string;
  /** EMV tag 91, hexadecimal; absent when the platform provided none. */
  issuerAuthenticationData?: string;
  /** EMV templates 71/72 including their tags, hexadecimal. */
  issuerScripts?: readonly string[];
}

export interface Transaction {
  readonly attempt: string;
  /** Sends the bank's answer to the terminal. Rejects with a TillError when the terminal does not accept it. */
  respond(answer: HostAnswer): Promise<void>;
  /**
   * Asks the terminal to stop. `asked`: the terminal accepted the request, and `finished` follows. `too-late`: the
   * transaction can no longer be stopped, and `finished` follows with its real result. Rejects with a TillError if the
   * terminal stays silent.
   */
  cancel(): Promise<'asked' | 'too-late'>;
  /**
   * Answers the prompt `choose-application` with the label's index, counted from 0. Without an answer the transaction
   * ends `timed-out`. Rejects with TERM_NOT_READY when no such choice is open, and otherwise with the terminal's
   * refusal. Absent in families whose terminals always let the cardholder choose on the terminal itself.
   */
  choose?(index: number): Promise<void>;
}

/** Notices of a terminal outside a transaction. */
export type TerminalNotice =
  | { type: 'heard' }
  | { type: 'health'; health: Partial<TerminalHealth> }
  | { type: 'read-error' }
  /**
   * Chip card of a finished payment. `in`: its removal will be reported. `maybe`: its removal will not be reported.
   * `out`: the card was removed.
   */
  | { type: 'slot'; card: CardInSlot | 'out' }
  /** Elements that the driver requested but the card data of a payment lacks; the payment continues. */
  | { type: 'left-out'; tags: readonly string[] }
  | { type: 'resetting'; inSeconds: number | null }
  | { type: 'reset' }
  /** Event of an unknown transaction: stored and shown, never applied. */
  | { type: 'unmatched'; what: string };

/** Connected and identified terminal. */
export interface Terminal {
  readonly identity: TerminalIdentity;
  readonly capabilities: TerminalCapabilities;
  health(): Promise<TerminalHealth>;
  /** Proves with a harmless exchange that the terminal is connected; rejects with a TillError when it is not. */
  ping(): Promise<void>;
  /**
   * Starts a transaction. Resolves when the terminal has accepted it. Rejects with a TillError when the terminal
   * refuses; no event is delivered then. Events are delivered in order, `finished` last.
   */
  start(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction>;
  /** Ends any transaction that a previous session of the host left running. Harmless when there is none. */
  clear(): Promise<void>;
  /** Restarts the terminal. Resolves when the terminal has accepted the request; the link may close afterwards. */
  reboot(): Promise<void>;
  setIdleMessage(text: string): Promise<void>;
  /** Returns an unsubscribe function. */
  onNotice(listener: (notice: TerminalNotice) => void): () => void;
  /** Settles once, when the link closes: with the reason as an error, or with null after close(). Never rejects. */
  readonly closed: Promise<TillError | null>;
  /** Idempotent. Settles every pending operation before it resolves. */
  close(): Promise<void>;
}
