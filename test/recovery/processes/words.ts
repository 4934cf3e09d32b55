/** What the driver of the suite and its processes say to each other over their IPC channels. */
import type { Failure } from '../../../electron/contract/index.ts';
import type { HostConfig } from '../../../electron/host/index.ts';

export interface Watch {
  /** Null: whatever attempt comes by. */
  attempt: string | null;
  /** Null: nothing is killed, the boundaries are reported. */
  killAt: string | null;
  /** There it stands still for so long and goes on, instead of dying; milliseconds. */
  pauseMs?: number;
}

export type ToHostProcess =
  | { type: 'start'; config: HostConfig; now: number; pace: number; watch: Watch | null }
  | { type: 'watch'; id: number; watch: Watch; pace: number }
  /** Answered once the platform has been asked everything that is being asked. */
  | { type: 'quiet'; id: number };

export type FromHostProcess =
  | { type: 'ready'; engineNow: number }
  | { type: 'fatal'; failure: Failure }
  | { type: 'boundary'; name: string }
  | { type: 'done'; id: number; engineNow: number };
