/** What the parts of the benchmark say to each other. */
import type { Family } from '../../../electron/contract/index.ts';

/** Moment of the machine's monotonic clock, milliseconds: the same in every process. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** Something that passed the terminal or the platform. */
export interface Mark {
  readonly atMs: number;
  readonly what: 'request' | 'answer' | 'terminal-says' | 'terminal-hears';
  /** Method and path of a request. */
  readonly text: string;
  /** Version by which a request came; empty of what is none. */
  readonly http: string;
  readonly bytes: number;
  /** Which terminal, from 0; null at the platform. */
  readonly terminal: number | null;
  /** The till's payment that a request or its answer is about, where it says so. */
  readonly of: string | null;
}

export type ToOutside =
  | {
      type: 'open';
      sandbox: string;
      delayMs: number;
      family: Family;
      /** The terminal's end of a serial line; null: on TCP. */
      serial: string | null;
      /** How many terminals, each on TCP but where `serial` names the line of one. */
      terminals: number;
      /** Somebody who presents a card as soon as a terminal asks. */
      hasCustomer: boolean;
      /** TLS, behind a network whose round trip takes so many milliseconds; null: neither. */
      roundTripMs: number | null;
      /** A connection without a request is closed by the platform after so long, which it announces. */
      keepAliveMs: number;
      /** From the terminal's question to the card. */
      customerMs: number;
    }
  | { type: 'marks' };

export type FromOutside =
  | { type: 'opened'; url: string; terminals: { address: string; serialNumber: string }[] }
  | { type: 'marks'; marks: Mark[] };

/** To the bare script; it answers each with `done`. */
export type ToBare =
  | {
      type: 'open';
      /** `serial:PATH` or `tcp:HOST:PORT`. */
      address: string;
      url: string;
      username: string;
      password: string;
      device: string;
      /** Who drives the terminal. */
      route: 'cable' | 'cloud';
      http: '1.1' | '2.0';
    }
  | { type: 'sell'; id: string; amountMinor: number };
