/**
 * Memory of this window across a reload (sessionStorage): the charge and the dismissed items that the host has not
 * confirmed yet, ids of payments and links, and the sign-in token. Card data and captured amounts are never stored.
 */
import { chargeDefaults, type ChargeRequest } from '../../electron/contract/index.ts';

/**
 * A charge on its way to the host. Its id is the idempotency key and stays the same until the host has the charge. A
 * lost answer thus never becomes a second payment.
 */
export interface ChargeSubmission extends ChargeRequest {
  kind: 'sale' | 'authorization';
  /** Milliseconds since 1970. */
  pressedAtMs: number;
  /**
   * The host reported that it never received the charge, and the screen showed this. The charge is not retried
   * automatically, but the next charge of the same amount uses the same id, in case the first still arrives.
   */
  isGivenBack: boolean;
}

export interface SessionMemory {
  submission(): ChargeSubmission | null;
  keepSubmission(submission: ChargeSubmission | null): void;
  /** Names of dismissed items that the host has not confirmed yet (dismissed-items.ts). */
  dismissed(): string[];
  keepDismissed(names: readonly string[]): void;
  /** Ids of payments and links that were started here (started-here.ts), newest last. */
  own(): string[];
  keepOwn(ids: readonly string[]): void;
  /** Token of the sign-in, with which a later connection resumes the session, or null while signed out. */
  signIn(): string | null;
  keepSignIn(token: string | null): void;
  /** Id of this window; it stays the same after a reload. */
  windowName(): string;
}

/** Keys in the browser's storage; earlier versions use the same keys. */
const submissionKey = 'tillbridge.pressed';
const windowKey = 'tillbridge.window';
const dismissedKey = 'tillbridge.put-away';
const ownKey = 'tillbridge.own';
const signInKey = 'tillbridge.sign-in';

/**
 * Defaults for fields that an earlier version did not store. A partial approval is released, because it is unknown
 * whether a cashier was present to decide.
 */
const formerDefaults = { ...chargeDefaults, partialApproval: 'release', isRepeatMeant: false };

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isBoolean = (value: unknown) => typeof value === 'boolean';
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);
const oneOf = (words: readonly unknown[]) => (value: unknown) => words.includes(value);

const submissionFields: Record<keyof ChargeSubmission, (value: unknown) => boolean> = {
  id: isText,
  kind: oneOf(['sale', 'authorization']),
  route: orNull(oneOf(['cable', 'cloud'])),
  amountMinor: isNumber,
  tipMinor: isNumber,
  surchargeMinor: isNumber,
  tipRoomMinor: orNull(isNumber),
  isTipOnTerminal: isBoolean,
  partialApproval: oneOf(['ask', 'accept', 'release']),
  currency: isText,
  order: orNull(isText),
  note: orNull(isText),
  isRepeatMeant: isBoolean,
  onRepeat: oneOf(['ask', 'refuse']),
  isOtherCustomer: isBoolean,
  isTipMeant: isBoolean,
  terminal: orNull(isText),
  pressedAtMs: isNumber,
  isGivenBack: isBoolean,
};

function isSubmission(value: object): value is ChargeSubmission {
  return Object.entries(submissionFields).every(([field, is]) => is(Reflect.get(value, field)));
}

/** Memory on a Storage. If writing fails (full, forbidden), the window works without a memory. */
export function sessionMemory(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SessionMemory {
  const write = (key: string, value: string | null) => {
    try {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    } catch {
      // The host journals the payment itself before money moves; only the memory across a reload is lost.
    }
  };
  const names = (key: string): string[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
    } catch {
      return [];
    }
  };
  return {
    submission() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(submissionKey) ?? 'null');
        if (typeof kept !== 'object' || kept === null) return null;
        const value = { ...formerDefaults, ...kept };
        return isSubmission(value) ? value : null;
      } catch {
        return null;
      }
    },
    keepSubmission: (submission) => write(submissionKey, submission && JSON.stringify(submission)),
    dismissed: () => names(dismissedKey),
    own: () => names(ownKey),
    keepOwn: (ids) => write(ownKey, JSON.stringify(ids)),
    signIn: () => storage.getItem(signInKey),
    keepSignIn: (token) => write(signInKey, token),
    windowName() {
      const known = storage.getItem(windowKey) ?? crypto.randomUUID();
      write(windowKey, known);
      return known;
    },
    keepDismissed: (kept) => write(dismissedKey, kept.length === 0 ? null : JSON.stringify(kept)),
  };
}
