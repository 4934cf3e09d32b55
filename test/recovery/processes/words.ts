/** Messages between the driver of the suite and its processes, over their IPC channels. */
import type { Failure } from '../../../electron/contract/index.ts';
import type { HostConfig } from '../../../electron/host/index.ts';

export interface Watch {
  /** Attempt to watch, or null for any. */
  attempt: string | null;
  /** Boundary at which the host is killed, or null to only report the boundaries. */
  killAt: string | null;
  /** Time for which the host is stopped at the boundary and then continues, instead of being killed. */
  pauseMs?: number;
}

export type ToHostProcess =
  | { type: 'start'; config: HostConfig; now: number; pace: number; watch: Watch | null }
  | { type: 'watch'; id: number; watch: Watch; pace: number }
  /** Answered once the platform calls in progress are answered. */
  | { type: 'quiet'; id: number };

export type FromHostProcess =
  | { type: 'ready'; engineNow: number }
  | { type: 'fatal'; failure: Failure }
  | { type: 'boundary'; name: string }
  | { type: 'done'; id: number; engineNow: number };
