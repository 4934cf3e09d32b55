/**
 * What each model can do (reference, title and section 7; NEO 2 guide p178, p384, p451). Readers are public product
 * knowledge. Where no source says that a model has a display the host can write on, it counts as having none.
 */
import { allReaders, headless, textActions } from '../../shared/driver/models.ts';
import type { TerminalCapabilities } from '../../shared/terminal.ts';

const contactlessOnly: TerminalCapabilities = { ...headless, readers: ['contactless'] };

/** By the name in the firmware's text, e.g. `VP6800 FW v1.00`. */
export const neo2Models: Readonly<Record<string, TerminalCapabilities>> = {
  VP3300: headless,
  // No contact EMV (guide p178).
  VP3300C: { ...headless, readers: ['contactless', 'swipe'] },
  VP3320: headless,
  VP3350: headless,
  VP5300: headless,
  VP6300: headless,
  VP6800: {
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: true,
    idleMessage: 'free',
    cableActions: textActions,
  },
  'Kiosk III': contactlessOnly,
  'Kiosk IV': contactlessOnly,
  'Kiosk V': contactlessOnly,
};

/** What a reader is called that does not say. */
export const UNKNOWN_MODEL = 'NEO 2';

/** The model's name out of the reader's version text; null when it names none. */
export function modelOfText(text: string): string | null {
  const match = /\b(VP\d{4}C?|Kiosk\s+(?:III|IV|V))(?![A-Za-z0-9])/i.exec(text)?.[1];
  if (match === undefined) return null;
  const plain = match.replace(/\s+/g, ' ');
  return Object.keys(neo2Models).find((name) => name.toLowerCase() === plain.toLowerCase()) ?? plain.toUpperCase();
}

/** Capabilities of a model; one nobody has heard of gets what every model can do. */
export function capabilitiesOf(model: string): TerminalCapabilities {
  return neo2Models[model] ?? headless;
}

/** Models that tell whether they are activated and locked (32-03, guide p384). */
export function tellsDeviceStatus(model: string): boolean {
  return model === 'VP6800' || model === 'VP3320';
}
