import type { TraceFamily } from '../../shared/trace/trace-family.ts';
import { mmsDecoder } from './decoder.ts';
import { maskMms, mmsHidMasker, mmsSlipMasker } from './mask.ts';

/** MMS traffic for recorder, replayer and decoder. */
export const mmsTrace: TraceFamily = {
  family: 'mms',
  mask: maskMms,
  masker: (wrapping, direction) => (wrapping === 'hid' ? mmsHidMasker() : mmsSlipMasker(direction)),
  links: ['hid', 'serial', 'message'],
  decoder: mmsDecoder,
};
