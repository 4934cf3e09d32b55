/**
 * What this window keeps across a reload (sessionStorage): the charge, and what was put away, that the host has not confirmed
 * yet. Never an amount that moved, never anything of a card.
 */
import { chargeDefaults, type ChargeRequest } from '../../electron/contract/index.ts';

/** A charge on its way to the host. The same id is used until the host has it, so a lost reply can never become a second payment. */
export interface ChargeSubmission extends ChargeRequest {
  kind: 'sale' | 'authorization';
  /** Milliseconds since 1970. */
  pressedAtMs: number;
  /**
   * The host was found never to have got it, and the cashier was told so. It is not sent again by itself, but its id
   * serves the next press of the same amount, in case the first one still turns up.
   */
  isGivenBack: boolean;
}

export interface SessionMemory {
  submission(): ChargeSubmission | null;
  keepSubmission(submission: ChargeSubmission | null): void;
  /** Names of items that were dismissed before the host has confirmed it (dismissed-items.ts). */
  putAway(): string[];
  keepPutAway(names: readonly string[]): void;
  /** Ids of the payments and links that are this window's own doing, the newest last. */
  own(): string[];
  keepOwn(ids: readonly string[]): void;
  /** What this page was given when somebody signed in, for a connection to come. */
  signIn(): string | null;
  keepSignIn(token: string | null): void;
  /** Names this window, also after a reload. */
  windowName(): string;
}

/** Names in the browser's storage, also of earlier versions. */
const submissionKey = 'tillbridge.pressed';
const windowKey = 'tillbridge.window';
const putAwayKey = 'tillbridge.put-away';
const ownKey = 'tillbridge.own';
const signInKey = 'tillbridge.sign-in';

/** What a submission kept by an earlier version may lack; who stood there is not known, so a part is not accepted. */
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

/** Memory on a Storage. A storage that refuses to write (full, forbidden) leaves the window working without memory. */
export function sessionMemory(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SessionMemory {
  const write = (key: string, value: string | null) => {
    try {
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
    } catch {
      // The payment itself is journaled by the host before anything moves; only the reload comfort is lost.
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
    putAway: () => names(putAwayKey),
    own: () => names(ownKey),
    keepOwn: (ids) => write(ownKey, JSON.stringify(ids)),
    signIn: () => storage.getItem(signInKey),
    keepSignIn: (token) => write(signInKey, token),
    windowName() {
      const known = storage.getItem(windowKey) ?? crypto.randomUUID();
      write(windowKey, known);
      return known;
    },
    keepPutAway: (kept) => write(putAwayKey, kept.length === 0 ? null : JSON.stringify(kept)),
  };
}
