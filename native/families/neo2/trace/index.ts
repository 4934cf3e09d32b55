import type { TraceFamily } from '../../shared/trace/trace-family.ts';
import { neo2Decoder } from './decoder.ts';
import { maskNeo2, neo2HidMasker, Neo2StreamMasker } from './mask.ts';

/** NEO 2 traffic for recorder, replayer and decoder. */
export const neo2Trace: TraceFamily = {
  family: 'neo2',
  mask: maskNeo2,
  masker: (wrapping, direction) => (wrapping === 'hid' ? neo2HidMasker(direction) : new Neo2StreamMasker(direction)),
  links: ['hid', 'serial', 'message'],
  decoder: neo2Decoder,
};
