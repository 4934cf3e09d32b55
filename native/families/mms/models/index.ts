/**
 * The models of the MMS family (reference sections 2, 4 and 8; MMS manual table 3). Readers and PIN pads are public
 * product knowledge. A model whose display is undocumented counts as a model without a display, so texts are not sent
 * to it.
 */
import { allReaders, headless, namedModel, type Model, type Quirk } from '../../shared/models.ts';
import type { TransactionLimits } from './limits.ts';

export interface MmsModel extends Model {
  readonly limits?: Partial<TransactionLimits>;
  readonly quirks?: readonly Quirk<MmsModel>[];
}

const FIRMWARE = '1000007183-A1-PCI';
const source = 'MMS manual, table 3';

/** The first model is the simulator's default. */
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

/** A model that no source describes has the capabilities that every model has. */
export const modelNamed = (name: string, models = mmsModels): MmsModel =>
  namedModel(models, name) ?? { ...headless, name, source: 'none' };
