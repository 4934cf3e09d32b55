/**
 * What a session must know of a family's wire: how messages become bytes and back, and which reply answers which
 * request. A driver makes one from a framing and its message codec.
 */
export interface Protocol<Reply, Note> {
  /** Chunks to write, in order: one for a stream, one per report on HID. */
  encode(message: Uint8Array): readonly Uint8Array[];
  /** Takes received bytes, cut anywhere; gives what became whole. Must not throw. */
  decode(bytes: Uint8Array): readonly Incoming<Reply, Note>[];
  /** Forgets a partial frame when a session resynchronises; gives the discard, if there was anything. */
  reset(): Discard | undefined;
  /** Whether `reply` answers exactly this request. */
  isAnswer(request: Uint8Array, reply: Reply): boolean;
  /** A harmless request whose answer proves that both sides are in step again. */
  probe(reference: number): Uint8Array;
}

export interface Discard {
  readonly kind: 'discard';
  /** The framing's or codec's own name for it. Never the bytes themselves. */
  readonly reason: string;
  readonly bytes: number;
}

export type Incoming<Reply, Note> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'note'; readonly note: Note }
  /** The other side cannot take messages as long as the one under way. */
  | { readonly kind: 'too-long'; readonly largestBytes: number }
  | Discard;
