/**
 * What each model can do (reference sections 2, 4 and 8; MMS manual table 3). Readers and PIN pads are public product
 * knowledge. Where no source says that a model has a display, it counts as having none: it is then offered no text.
 */
import { allReaders, headless, textActions } from '../../shared/driver/models.ts';
import type { TerminalCapabilities } from '../../shared/terminal.ts';

/** By the name the terminal gives itself. */
export const mmsModels: Readonly<Record<string, TerminalCapabilities>> = {
  'DynaFlex II PED': {
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: true,
    idleMessage: 'free',
    cableActions: textActions,
  },
  'DynaFlex Pro': {
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: false,
    idleMessage: 'fixed',
    cableActions: textActions,
  },
  DynaFlex: headless,
  'DynaFlex II': headless,
  'DynaFlex II Go': headless,
  DynaProx: { ...headless, readers: ['contactless'] },
};

/** Capabilities of a model; one nobody has heard of gets what every model can do. */
export function capabilitiesOf(model: string): TerminalCapabilities {
  const name = Object.keys(mmsModels).find((known) => known.toLowerCase() === model.trim().toLowerCase());
  return (name === undefined ? undefined : mmsModels[name]) ?? headless;
}
