/**
 * The models of the NEO 2 family (reference, title and section 7; NEO 2 guide p178, p384, p451). Readers are public
 * product knowledge. A model counts as having no display for the host unless a source shows that display.
 */
import { allReaders, headless, namedModel, type Model, type Quirk } from '../../shared/models.ts';
import type { Neo2TransactionLimits } from './limits.ts';

export interface Neo2Model extends Model {
  readonly limits?: Partial<Neo2TransactionLimits>;
  readonly quirks?: readonly Quirk<Neo2Model>[];
  /** Li battery, read by F0-02. */
  readonly hasBattery: boolean;
  /** True if the model reports that it is activated and locked (32-03, guide p384). */
  readonly hasDeviceStatus: boolean;
}

const plain = { ...headless, hasBattery: false, hasDeviceStatus: false, source: 'NEO 2 guide, title' } as const;
const contactlessOnly = { ...plain, readers: ['contactless'] } as const;

/** Names are those in the firmware's text, for example `VP6800 FW v1.00`; the simulator's default is first. */
export const neo2Models: readonly Neo2Model[] = [
  {
    name: 'VP6800',
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: true,
    hasBattery: true,
    hasDeviceStatus: true,
    idleMessage: 'free',
    source: 'NEO 2 guide p384, p451',
    simulatedFirmware: 'VP6800 FW v1.00.026.0268.S',
  },
  { ...plain, name: 'VP3350', hasBattery: true, simulatedFirmware: 'VP3350 FW v1.00.044.0137.S' },
  { ...plain, name: 'VP3300', simulatedFirmware: 'VP3300 USB NEO v1.01.151' },
  { ...contactlessOnly, name: 'Kiosk V', simulatedFirmware: 'Kiosk V FW v1.00.033.0061.S' },
  // This model has no contact EMV.
  { ...plain, name: 'VP3300C', readers: ['contactless', 'swipe'], source: 'NEO 2 guide p178' },
  { ...plain, name: 'VP3320', hasDeviceStatus: true, source: 'NEO 2 guide p384' },
  { ...plain, name: 'VP5300' },
  { ...plain, name: 'VP6300' },
  { ...contactlessOnly, name: 'Kiosk III' },
  { ...contactlessOnly, name: 'Kiosk IV' },
];

export const UNKNOWN_MODEL = 'NEO 2';

/** Returns the model's name from the reader's version text, or null if the text has none. */
export function modelOfText(text: string): string | null {
  const match = /\b(VP\d{4}C?|Kiosk\s+(?:III|IV|V))(?![A-Za-z0-9])/i.exec(text)?.[1];
  if (match === undefined) return null;
  const name = match.replace(/\s+/g, ' ');
  return namedModel(neo2Models, name)?.name ?? name.toUpperCase();
}

/** A model without a source gets the abilities that every model has. */
export const modelNamed = (name: string, models = neo2Models): Neo2Model =>
  namedModel(models, name) ?? { ...plain, name, source: 'none' };
