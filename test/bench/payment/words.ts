/** Messages between the processes of the benchmark. */
import type { Family } from '../../../electron/contract/index.ts';

/** Time of the machine's monotonic clock, milliseconds. It is the same in every process. */
export const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/** A message that passed the terminal or the platform. */
export interface Mark {
  readonly atMs: number;
  readonly what: 'request' | 'answer' | 'terminal-says' | 'terminal-hears';
  /** Method and path of a request; empty for other messages. */
  readonly text: string;
  /** HTTP version of a request; empty for other messages. */
  readonly http: string;
  readonly bytes: number;
  /** Number of the terminal, from 0; null at the platform. */
  readonly terminal: number | null;
  /** Id of the till's payment, or null if the message contains none. */
  readonly of: string | null;
}

export type ToOutside =
  | {
      type: 'open';
      sandbox: string;
      delayMs: number;
      family: Family;
      /** The terminal's end of a serial line, or null for TCP. */
      serial: string | null;
      /** Number of terminals. All use TCP, except the first if `serial` contains its line. */
      terminals: number;
      /** True if a customer presents a card as soon as a terminal asks. */
      hasCustomer: boolean;
      /** Round trip of the network, milliseconds, with TLS, or null for plain HTTP without a network. */
      roundTripMs: number | null;
      /** Idle time after which the platform closes a connection, milliseconds. The platform announces it. */
      keepAliveMs: number;
      /** Time from the terminal's prompt to the card, milliseconds. */
      customerMs: number;
    }
  | { type: 'marks' };

export type FromOutside =
  | { type: 'opened'; url: string; terminals: { address: string; serialNumber: string }[] }
  | { type: 'marks'; marks: Mark[] };

/** Messages to the bare script, which answers each with `done`. */
export type ToBare =
  | {
      type: 'open';
      /** `serial:PATH` or `tcp:HOST:PORT`. */
      address: string;
      url: string;
      username: string;
      password: string;
      device: string;
      /** `cloud` if the platform drives the terminal. */
      route: 'cable' | 'cloud';
      http: '1.1' | '2.0';
    }
  | { type: 'sell'; id: string; amountMinor: number };
