/** The readers there is a simulator for; mDynamo is the one with a serial line. */
import type { ReadMode } from '../../shared/simulator/card/online-data.ts';

export interface ReaderModel {
  readonly name: string;
  readonly readers: readonly ReadMode[];
  readonly hasDisplay: boolean;
  readonly hasBattery: boolean;
}

export const magnesafeReaders = [
  { name: 'mDynamo', readers: ['chip'], hasDisplay: false, hasBattery: false },
  { name: 'tDynamo', readers: ['chip', 'contactless', 'swipe'], hasDisplay: false, hasBattery: true },
  { name: 'eDynamo', readers: ['chip', 'swipe'], hasDisplay: false, hasBattery: true },
  { name: 'iDynamo 6', readers: ['chip', 'contactless', 'swipe'], hasDisplay: false, hasBattery: false },
] as const satisfies readonly ReaderModel[];

export type ReaderModelName = (typeof magnesafeReaders)[number]['name'];
