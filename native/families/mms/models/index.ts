/**
 * The models of the MMS family (reference sections 2, 4 and 8; MMS manual table 3). Readers and PIN pads are public product knowledge. A
 * model without a source for its display counts as having none: it is offered no text.
 */
import { allReaders, headless, namedModel, type Model, type Quirk } from '../../shared/models.ts';
import type { TransactionLimits } from './limits.ts';

export interface MmsModel extends Model {
  readonly limits?: Partial<TransactionLimits>;
  readonly quirks?: readonly Quirk<MmsModel>[];
}

const FIRMWARE = '1000007183-A1-PCI';
const source = 'MMS manual, table 3';

/** The simulator's default first. */
export const mmsModels: readonly MmsModel[] = [
  {
    name: 'DynaFlex II PED',
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: true,
    idleMessage: 'free',
    source,
    simulatedFirmware: FIRMWARE,
  },
  {
    name: 'DynaFlex Pro',
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: false,
    idleMessage: 'fixed',
    source,
    simulatedFirmware: FIRMWARE,
  },
  { ...headless, name: 'DynaFlex II Go', source, simulatedFirmware: FIRMWARE },
  { ...headless, name: 'DynaProx', readers: ['contactless'], source, simulatedFirmware: FIRMWARE },
  { ...headless, name: 'DynaFlex', source },
  { ...headless, name: 'DynaFlex II', source },
];

/** A model that is in no source can what every model can. */
export const modelNamed = (name: string, models = mmsModels): MmsModel =>
  namedModel(models, name) ?? { ...headless, name, source: 'none' };
