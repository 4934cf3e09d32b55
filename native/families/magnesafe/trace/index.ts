import type { TraceFamily } from '../../shared/trace/trace-family.ts';
import { magnesafeDecoder } from './decoder.ts';
import { MagnesafeReportMasker, maskUnit, slipMasker } from './mask.ts';

/** MagneSafe V5 traffic for recorder, replayer and decoder. */
export const magnesafeTrace: TraceFamily = {
  family: 'magnesafe',
  mask: maskUnit,
  masker: (wrapping, direction) => (wrapping === 'hid' ? new MagnesafeReportMasker(direction) : slipMasker(direction)),
  links: ['command', 'response', 'notification', 'serial', 'message'],
  decoder: magnesafeDecoder,
};
