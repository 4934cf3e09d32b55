/**
 * Translates transaction notifications into a small vocabulary (reference section 8). Pure; the transaction decides
 * what follows.
 *
 *     0101  PT 01 d3 ..   card events          0101  PT 08 02/03 02   ARQC, batch data
 *     0105  PT 02 dd d4   kernel outcome       0105  PT 00 00 00      completed      PT 04 07 00  completed, declined
 *     0105  00 01 / 00 03 time-out, cancelled  1803  02 ..            texts the host should show
 */
import type { EntryMode, Prompt } from '../../../../electron/contract/index.ts';
import { findTlv } from '../../../framing/tlv.ts';
import { readChoices } from './choices.ts';
import { readBatchResult, type BatchResult } from './card-data.ts';
import type { MmsNotification } from './message.ts';
import { promptOfText } from './prompts.ts';
import { mmsNotification } from './tags.ts';

export type Signal =
  | { readonly kind: 'presented'; readonly entryMode: EntryMode }
  | { readonly kind: 'removed'; readonly entryMode: EntryMode }
  | { readonly kind: 'collision' }
  | { readonly kind: 'online-request'; readonly blob: Uint8Array }
  | { readonly kind: 'batch'; readonly result: BatchResult | undefined }
  | {
      readonly kind: 'outcome';
      readonly outcome: Outcome;
      readonly entryMode: EntryMode;
      readonly detail: 'none' | 'signature' | 'fallback';
    }
  | { readonly kind: 'completed'; readonly isDeclined: boolean; readonly entryMode: EntryMode }
  | { readonly kind: 'stopped'; readonly by: 'time-out' | 'host' | 'cardholder' | 'swipe-error' | 'entry-error' }
  | { readonly kind: 'prompt'; readonly prompt: Prompt }
  /**
   * The cardholder has to choose an application on the host's screen. `seconds` is how long the terminal waits; 0 if it
   * sent none.
   */
  | { readonly kind: 'choice'; readonly labels: readonly string[]; readonly seconds: number }
  /** A notification of a transaction that the till ignores. */
  | { readonly kind: 'nothing' };

export type Outcome =
  | 'none'
  | 'try-another-interface'
  | 'offline-approved'
  | 'declined'
  | 'failed'
  | 'approved'
  | 'quick-chip'
  | 'not-accepted'
  | 'cancelled'
  | 'try-again'
  | 'online';

const readers: Readonly<Record<number, EntryMode>> = {
  0x07: 'manual',
  0x08: 'swipe',
  0x10: 'chip',
  0x20: 'contactless',
};

const outcomes: Readonly<Record<number, Outcome>> = {
  0x00: 'none',
  0x01: 'try-another-interface',
  0x02: 'offline-approved',
  0x03: 'declined',
  0x04: 'failed',
  0x05: 'not-accepted',
  0x06: 'approved',
  0x07: 'quick-chip',
  0x08: 'failed',
  0x09: 'not-accepted',
  0x0a: 'cancelled',
  0x0b: 'try-again',
  0x0c: 'try-again',
  0x0d: 'try-again',
  0x0e: 'online',
  0x0f: 'failed',
  0x80: 'declined',
};

/** Reads a notification of sources 01 and 18, or undefined for a notification about other matters. */
export function readSignal(note: MmsNotification): Signal | undefined {
  switch (note.code) {
    case mmsNotification.transactionInfo:
      return readInfo(note);
    case mmsNotification.transactionComplete:
      return readComplete(note);
    case mmsNotification.uiHostAction:
      return readUserInterface(note);
    case mmsNotification.transactionHostAction:
    case mmsNotification.pinComplete:
    case mmsNotification.uiComplete:
      return { kind: 'nothing' };
    default:
      return undefined;
  }
}

function readInfo(note: MmsNotification): Signal {
  const [reader, kind, third] = note.status;
  const entryMode = readers[reader] ?? 'unknown';
  if (kind === 0x01) {
    if (third === 0x01 || third === 0x02 || third === 0x04) return { kind: 'presented', entryMode };
    if (third === 0x03) return { kind: 'removed', entryMode };
    if (third === 0x05) return { kind: 'collision' };
  }
  if (kind === 0x08 && (third === 0x02 || third === 0x03)) {
    const blob = findTlv(note.tlvs, 0x84) ?? new Uint8Array();
    return third === 0x02 ? { kind: 'online-request', blob } : { kind: 'batch', result: readBatchResult(blob) };
  }
  return { kind: 'nothing' };
}

function readComplete(note: MmsNotification): Signal {
  const [reader, kind, third, fourth] = note.status;
  const entryMode = readers[reader] ?? 'unknown';
  switch (kind) {
    case 0x00:
      return { kind: 'completed', isDeclined: false, entryMode };
    case 0x01:
      return { kind: 'stopped', by: 'time-out' };
    case 0x02:
      return {
        kind: 'outcome',
        outcome: outcomes[third] ?? 'failed',
        entryMode,
        detail: fourth === 0x01 ? 'signature' : fourth === 0x02 || fourth === 0x03 ? 'fallback' : 'none',
      };
    case 0x03:
      if (third === 0x05) return { kind: 'stopped', by: reader === 0x07 ? 'entry-error' : 'swipe-error' };
      return { kind: 'stopped', by: third === 0x01 ? 'host' : 'cardholder' };
    case 0x04:
      return third === 0x07 ? { kind: 'completed', isDeclined: true, entryMode } : { kind: 'nothing' };
    default:
      return { kind: 'nothing' };
  }
}

function readUserInterface(note: MmsNotification): Signal {
  const [area, kind] = note.status;
  if (area !== 0x02) return { kind: 'nothing' };
  if (kind === 0x02) {
    const labels = readChoices(findTlv(note.tlvs, 0x83) ?? new Uint8Array());
    if (labels.length === 0) return { kind: 'prompt', prompt: 'choose-on-terminal' };
    return { kind: 'choice', labels, seconds: findTlv(note.tlvs, 0x81)?.[0] ?? 0 };
  }
  const text = findTlv(note.tlvs, 0x83);
  const prompt = kind === 0x01 && text ? promptOfText(String.fromCharCode(...text)) : undefined;
  return prompt ? { kind: 'prompt', prompt } : { kind: 'nothing' };
}
