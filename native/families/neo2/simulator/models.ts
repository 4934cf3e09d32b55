/** The models of the NEO 2 family that the simulator can be. Which readers each has is public product knowledge. */
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

export interface Neo2Model {
  name: string;
  /** As the reader says it (29-00). */
  firmware: string;
  readers: readonly ReadMode[];
  hasDisplay: boolean;
  hasPinPad: boolean;
  /** Li battery, read by F0-02. */
  hasBattery: boolean;
  /** Tells whether it is activated (32-03). */
  hasDeviceStatus: boolean;
}

const allReaders = ['chip', 'contactless', 'swipe'] as const;

/** The default model first. */
export const neo2SimulatorModels = [
  {
    name: 'VP6800',
    firmware: 'VP6800 FW v1.00.026.0268.S',
    readers: allReaders,
    hasDisplay: true,
    hasPinPad: true,
    hasBattery: true,
    hasDeviceStatus: true,
  },
  {
    name: 'VP3350',
    firmware: 'VP3350 FW v1.00.044.0137.S',
    readers: allReaders,
    hasDisplay: false,
    hasPinPad: false,
    hasBattery: true,
    hasDeviceStatus: false,
  },
  {
    name: 'VP3300',
    firmware: 'VP3300 USB NEO v1.01.151',
    readers: allReaders,
    hasDisplay: false,
    hasPinPad: false,
    hasBattery: false,
    hasDeviceStatus: false,
  },
  {
    name: 'Kiosk V',
    firmware: 'Kiosk V FW v1.00.033.0061.S',
    readers: ['contactless'],
    hasDisplay: false,
    hasPinPad: false,
    hasBattery: false,
    hasDeviceStatus: false,
  },
] as const satisfies readonly Neo2Model[];

export type Neo2ModelName = (typeof neo2SimulatorModels)[number]['name'];

export function neo2SimulatorModel(name: string): Neo2Model | undefined {
  return neo2SimulatorModels.find((model) => model.name.toLowerCase() === name.toLowerCase());
}
