/**
 * What the rest of Tillbridge knows of a card terminal, whatever its family and cable. Drivers implement it;
 * the host's module `terminals` is its only user.
 */
import type {
  AwaitedAct,
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

/** Who a terminal says it is. */
export interface TerminalIdentity {
  family: Family;
  /** As the terminal says it, e.g. `DynaFlex II PED`. */
  model: string;
  /** As the terminal says it, e.g. `B61378A`. */
  serialNumber: string;
  firmware: string;
  /** Reasons of the quirks of this firmware that the driver reckons with; absent: none. */
  quirks?: readonly string[];
  address: TerminalAddress;
  link: LinkKind;
}

/** What this model can do by itself over the cable. The UI offers nothing else. */
export interface TerminalCapabilities {
  /** Chip, contactless, swipe: which the transaction start will offer. */
  readers: readonly EntryMode[];
  hasDisplay: boolean;
  hasPinPad: boolean;
  /** Free text, one of the fixed strings, or none. */
  idleMessage: 'free' | 'fixed' | 'none';
  cableActions: readonly DeviceAction[];
}

/** Health as far as the protocol tells; null where it does not. */
export interface TerminalHealth {
  batteryPercent: number | null;
  temperatureCelsius: number | null;
  hasExternalPower: boolean | null;
  isTampered: boolean | null;
  isOperational: boolean | null;
}

export interface TransactionRequest {
  /** The attempt this transaction belongs to. Every event carries it back. */
  attempt: string;
  amountMinor: number;
  currency: string;
  /** How long the terminal waits for a card, milliseconds. */
  cardTimeoutMs: number;
}

/** Encrypted card data exactly as the terminal made it. Opaque: passed on to the platform, never kept or logged. */
export interface EncryptedCardData {
  /** Upper-case hexadecimal. */
  encryptedEmvData: string;
  /** Key serial number of the data key, upper-case hexadecimal. */
  keySerialNumber: string;
  /**
   * The platform's `encrypted_emv_format`: 1 = MMS ARQC blob, 2 = a NEO 2 reader's answer without its masked elements
   * (our assumption; the specification names no values).
   */
  format: number;
}

/** How a transaction on the terminal ended. */
export type TransactionResult =
  | { kind: 'approved'; wantsSignature: boolean }
  | { kind: 'declined' }
  | { kind: 'cancelled'; by: 'host' | 'cardholder' }
  /** `waitedFor`: the customer's act that did not come in time; left out where it is the card. `reason` is for logs. */
  | { kind: 'timed-out'; waitedFor?: AwaitedAct; reason?: string }
  /**
   * The terminal gave up: card error, card pulled, MAC refused… `reason` is for logs. `isCardOut`: it was pulled, for sure.
   * `cardData`: its card data were not for this payment and went nowhere.
   */
  | { kind: 'failed'; reason: string; isCardOut?: true; cardData?: CardDataFault }
  /** The link went away: the terminal's own result is not known. */
  | { kind: 'lost'; error: TillError };

export type TransactionEvent =
  /** `choices` comes with `choose-application` and with nothing else: labels in order, empty where there is none. */
  | { type: 'prompt'; attempt: string; prompt: Prompt; choices?: readonly string[] }
  | { type: 'card'; attempt: string; what: 'presented' | 'removed'; entryMode: EntryMode }
  /** The terminal wants the bank's answer. May be repeated by a terminal that waited too long: same data, same attempt. */
  | { type: 'online-request'; attempt: string; entryMode: EntryMode; data: EncryptedCardData }
  /** Always the last event, exactly once. */
  | { type: 'finished'; attempt: string; result: TransactionResult };

/** The bank's answer on its way to the card. */
export interface HostAnswer {
  isApproved: boolean;
  /** EMV tag 8A, two ASCII characters, e.g. `00`, `05`, `51`. */
  authorizationResponseCode: string;
  /** EMV tag 91, hexadecimal; absent where the platform gave none. */
  issuerAuthenticationData?: string;
  /** EMV templates 71/72 with their tags, hexadecimal. */
  issuerScripts?: readonly string[];
}

/** A transaction running on a terminal. */
export interface Transaction {
  readonly attempt: string;
  /** Hands the bank's answer to the terminal. Rejects with a TillError when the terminal does not take it. */
  respond(answer: HostAnswer): Promise<void>;
  /**
   * Asks the terminal to stop. `asked`: it took the request, `finished` follows. `too-late`: it cannot be stopped
   * any more, `finished` follows with its real result. Rejects with a TillError when the terminal does not answer.
   */
  cancel(): Promise<'asked' | 'too-late'>;
  /**
   * Answers the prompt `choose-application`, by the label's place from 0. Unanswered, the transaction ends `timed-out`.
   * Rejects with TERM_NOT_READY when no such choice is open, else with what the terminal said. Absent in families whose
   * terminals always let the cardholder choose on themselves.
   */
  choose?(index: number): Promise<void>;
}

/** Things a terminal says outside a transaction. */
export type TerminalNotice =
  | { type: 'heard' }
  | { type: 'health'; health: Partial<TerminalHealth> }
  | { type: 'read-error' }
  /** The chip card of a payment that is over: `in`, and its removal is told; `maybe`: nothing tells of it; `out`. */
  | { type: 'slot'; card: CardInSlot | 'out' }
  /** The card data of a payment that goes on do not name these elements, which the driver asked for. */
  | { type: 'left-out'; tags: readonly string[] }
  | { type: 'resetting'; inSeconds: number | null }
  | { type: 'reset' }
  /** A transaction event whose transaction we do not know (kept and shown, never applied). */
  | { type: 'unmatched'; what: string };

/** A terminal that is connected and identified. */
export interface Terminal {
  readonly identity: TerminalIdentity;
  readonly capabilities: TerminalCapabilities;
  health(): Promise<TerminalHealth>;
  /** A harmless exchange that proves the terminal is there; rejects with a TillError when it is not. */
  ping(): Promise<void>;
  /**
   * Starts a transaction. Resolves when the terminal took it; rejects with a TillError when it refused, before any
   * event was delivered. Events are delivered in order, `finished` last.
   */
  start(request: TransactionRequest, listener: (event: TransactionEvent) => void): Promise<Transaction>;
  /** Ends whatever an earlier life of the host left running. Harmless when nothing runs. */
  clear(): Promise<void>;
  /** Restarts the terminal. Resolves when it took the request; the link may close afterwards. */
  reboot(): Promise<void>;
  setIdleMessage(text: string): Promise<void>;
  /** Returns an unsubscribe function. */
  onNotice(listener: (notice: TerminalNotice) => void): () => void;
  /** Settles once, when the link is gone: with its reason as an error, or null after close(). Never rejects. */
  readonly closed: Promise<TillError | null>;
  /** Idempotent. Everything in flight is settled before it resolves. */
  close(): Promise<void>;
}
