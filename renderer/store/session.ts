/**
 * What this window keeps across a reload (sessionStorage): the press of Charge the host has not confirmed yet, and
 * which outcomes were already put away. Never an amount that moved, never anything of a card.
 */

/** One press of Charge. The same id is used until the host has it, so a lost reply can never become a second payment. */
export interface PressedCharge {
  id: string;
  kind: 'sale' | 'authorization';
  /** The goods; the card is asked for tip and goods together. */
  amountMinor: number;
  tipMinor: number;
  /** What the card costs on top, as it was shown. */
  surchargeMinor: number;
  /** Held on top for a tip that is added later; null: nothing is added later. */
  tipRoomMinor: number | null;
  /** The terminal asks for the tip. */
  isTipOnTerminal: boolean;
  currency: string;
  order: string | null;
  note: string | null;
  /** The same amount as minutes ago is meant: somebody was asked. */
  isRepeatMeant: boolean;
  terminal: string | null;
  /** Milliseconds since 1970. */
  pressedAtMs: number;
  /**
   * The host was found never to have got it, and the cashier was told so. It is not sent again by itself, but its id
   * serves the next press of the same amount, in case the first one still turns up.
   */
  isGivenBack: boolean;
}

/** What the card is asked for by a press, minor units. */
export function pressedTotal({ amountMinor, tipMinor, surchargeMinor, tipRoomMinor }: PressedCharge): number {
  return amountMinor + tipMinor + surchargeMinor + (tipRoomMinor ?? 0);
}

export interface SessionMemory {
  pressed(): PressedCharge | null;
  keepPressed(pressed: PressedCharge | null): void;
  /** ISO instant: outcomes finished up to here have been put away in this window. Null in a new window. */
  dismissedUntil(): string | null;
  keepDismissedUntil(instant: string): void;
  /** Names of links and of their ends that were put away in this window. */
  linksAside(): string[];
  keepLinksAside(names: readonly string[]): void;
}

const pressedKey = 'tillbridge.pressed';
const dismissedKey = 'tillbridge.dismissed-until';
const linksKey = 'tillbridge.links-aside';

function isPressed(value: unknown): value is PressedCharge {
  if (typeof value !== 'object' || value === null) return false;
  const press = value as Partial<Record<keyof PressedCharge, unknown>>;
  return (
    typeof press.id === 'string' &&
    (press.kind === 'sale' || press.kind === 'authorization') &&
    typeof press.amountMinor === 'number' &&
    typeof press.tipMinor === 'number' &&
    typeof press.surchargeMinor === 'number' &&
    (press.tipRoomMinor === null || typeof press.tipRoomMinor === 'number') &&
    typeof press.isTipOnTerminal === 'boolean' &&
    typeof press.currency === 'string' &&
    (press.order === null || typeof press.order === 'string') &&
    (press.note === null || typeof press.note === 'string') &&
    typeof press.isRepeatMeant === 'boolean' &&
    (press.terminal === null || typeof press.terminal === 'string') &&
    typeof press.pressedAtMs === 'number' &&
    typeof press.isGivenBack === 'boolean'
  );
}

/** What a press of an earlier version did not have. */
const sinceThen = {
  kind: 'sale',
  tipMinor: 0,
  surchargeMinor: 0,
  tipRoomMinor: null,
  isTipOnTerminal: false,
  order: null,
  note: null,
  isRepeatMeant: false,
};

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
  return {
    pressed() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(pressedKey) ?? 'null');
        const value: unknown = typeof kept === 'object' && kept !== null ? { ...sinceThen, ...kept } : null;
        return isPressed(value) ? value : null;
      } catch {
        return null;
      }
    },
    keepPressed: (pressed) => write(pressedKey, pressed ? JSON.stringify(pressed) : null),
    dismissedUntil: () => storage.getItem(dismissedKey),
    keepDismissedUntil: (instant) => write(dismissedKey, instant),
    linksAside() {
      try {
        const kept: unknown = JSON.parse(storage.getItem(linksKey) ?? '[]');
        return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : [];
      } catch {
        return [];
      }
    },
    keepLinksAside: (names) => write(linksKey, JSON.stringify(names)),
  };
}
