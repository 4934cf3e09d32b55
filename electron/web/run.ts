/**
 * State of a run of the till as its browsers depend on it: the origin, and the sessions. A run lasts as long as the
 * process that starts the browser shell (build/scripts/parts/shell-watch.mjs). That process holds the port's sockets
 * and this state in memory between a shell that crashed or hung and the next shell. The port thus stays reserved, and
 * windows stay signed in. The state is kept in memory only and is free of secrets.
 */
import { z } from 'zod';
import type { Handle, Handles } from './own-port.ts';
import { sessionScopes, type KeptSession, type KeptTokens, type Link } from './tokens.ts';

const scope = z.enum(sessionScopes);
const link: z.ZodType<Link> = z.object({ endsAt: z.number(), scope, isOwn: z.boolean() });
const session: z.ZodType<KeptSession> = z.object({
  id: z.string(),
  scope,
  isOwn: z.boolean(),
  startedMs: z.number(),
  usedMs: z.number(),
  key: z.string(),
});
const tokens: z.ZodType<KeptTokens> = z.object({
  links: z.array(z.tuple([z.string(), link])),
  used: z.array(z.tuple([z.string(), z.string()])),
  sessions: z.array(z.tuple([z.string(), session])),
});
const runStateSchema = z.object({
  /** Label under `.localhost`, or null for the bare address. */
  name: z.string().nullable(),
  tokens,
});
export type RunState = z.infer<typeof runStateSchema>;

/** A run that the previous shell began. */
export interface Run extends RunState {
  readonly handles: Handles;
}

const VARIABLE = 'TILLBRIDGE_RUN';
/** Time limit for the run from the starter, which sends the run at once. */
const SENT_WITHIN_MS = 5_000;

type Starter = Pick<NodeJS.Process, 'on' | 'off' | 'send' | 'connected' | 'env'>;

/** Run that this process continues, or null if it begins a new run. */
export async function takeOverRun(program: Starter): Promise<Run | null> {
  const isContinued = program.env[VARIABLE] !== undefined;
  delete program.env[VARIABLE];
  if (!isContinued || !program.connected) return null;
  const held = new Map<string, Handle>();
  const { promise, resolve } = Promise.withResolvers<Run | null>();
  const heard = (message: unknown, handle: unknown) => {
    const { hold, run } = (message ?? {}) as { hold?: unknown; run?: unknown };
    if (typeof hold === 'string' && typeof handle === 'object' && handle !== null) held.set(hold, handle);
    if (run === undefined) return;
    const v4 = held.get('v4');
    const state = runStateSchema.safeParse(run);
    resolve(v4 && state.success ? { ...state.data, handles: { v4, v6: held.get('v6') ?? null } } : null);
  };
  const late = setTimeout(() => resolve(null), SENT_WITHIN_MS);
  program.on('message', heard);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    program.off('message', heard);
  }
}

/** Stores the state with the starter, if there is one. */
export function storeRun(program: Starter, run: RunState): void {
  if (program.connected) program.send?.({ run }, undefined, {}, () => {});
}

/** Stores the sockets with the starter as well. */
export function storePort(program: Starter, handles: Handles | null): void {
  if (!handles || !program.connected) return;
  for (const hold of ['v4', 'v6'] as const) {
    // Node accepts a bare handle too, without serving it at the other end.
    if (handles[hold]) program.send?.({ hold }, handles[hold] as never, {}, () => {});
  }
}
