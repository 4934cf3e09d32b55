/**
 * Functions of a family's wire that a session uses: conversion between messages and bytes, and the match of replies to
 * requests. A driver builds them from a framing and its message codec.
 */
export interface Protocol<Reply, Note> {
  /** Chunks to write, in order: one on a stream, one per report on HID. */
  encode(message: Uint8Array): readonly Uint8Array[];
  /** Decodes received bytes, split at any point, and returns the completed items. Must not throw. */
  decode(bytes: Uint8Array): readonly Incoming<Reply, Note>[];
  /** Drops an incomplete frame when a session resynchronizes; returns the discard, if there were bytes. */
  reset(): Discard | undefined;
  isAnswer(request: Uint8Array, reply: Reply): boolean;
  /** Harmless request whose answer proves that both sides are in sync again. */
  probe(reference: number): Uint8Array;
}

export interface Discard {
  readonly kind: 'discard';
  /** Reason from the framing or codec. Never contains the bytes themselves. */
  readonly reason: string;
  readonly bytes: number;
}

export type Incoming<Reply, Note> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'note'; readonly note: Note }
  /** The terminal accepts no message as long as the current one. */
  | { readonly kind: 'too-long'; readonly largestBytes: number }
  | Discard;
