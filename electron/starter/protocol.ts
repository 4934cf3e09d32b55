/**
 * What a starter (browser shell, Electron shell, test) and the processes it starts say to each other.
 *
 *   starter                             host process
 *      │  {type:'config', config}  ───►   │   over child_process IPC (`process.on('message')`)
 *      │  ◄───  {type:'ready', socket}    │   or Electron's `process.parentPort` ('message' event, its `data`)
 *      │  {type:'connect'} + port  ───►   │   Electron only: one UI connection (oRPC over a MessagePort), and its scope
 *      │  {type:'closing'}         ───►   │   which payments a stop would leave; `{type:'closing', open}` comes back
 *      │  ◄───  {type:'reload', signIns}  │   settings were changed and no payment runs: the next life, please
 *      │  ◄───  {type:'live-changed'}     │   a live setting is in force here: the next start of the host has it too
 *      │  {type:'settings-refused'} ──►   │   they cannot be used: those before hold on
 *      │  ◄───  {type:'secret', ask, of}  │   the store of secrets is the starter's: keep, have, forget a password
 *      │  {type:'passwords'}       ───►   │   what the platform is sent from now on
 *      │  ◄───  {type:'alive'}            │   every two seconds once it is ready: silence means that it hangs
 *      │  {type:'update'}          ───►   │   another version is ready; `{type:'update-now'}` asks for it
 *      │  {type:'stop'}            ───►   │   ordered stop, exit code 0; loss of the channel means the same
 *
 * Sandbox and simulator say one JSON line on standard output when they serve, and end on SIGTERM.
 */
import { z } from 'zod';
import {
  keptSignInSchema,
  terminalAddressSchema,
  amountMinorSchema,
  currencySchema,
  failureSchema,
  scopes,
  forgottenSecrets,
  updateViewSchema,
} from '../contract/index.ts';
import { hostConfigSchema, hostPortSchema, passwordsSchema } from '../config/index.ts';

/** A payment that is not finished, as far as somebody who wants to quit needs to know it. */
const openPaymentSchema = z.object({
  id: z.string(),
  state: z.enum(['working', 'checking', 'partial', 'asking']),
  totalMinor: amountMinorSchema,
  currency: currencySchema,
});
export type OpenPayment = z.infer<typeof openPaymentSchema>;

const accountSchema = z.object({ url: z.url(), username: z.string().min(1) });

/** What a host asks of the store of secrets, which is its starter's (`SecretKeeper`). */
const secretAskSchema = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('keep'), password: z.string().min(1), account: accountSchema.nullable() }),
  z.object({ verb: z.literal('passwords'), account: accountSchema }),
  z.object({ verb: z.literal('forget'), which: z.enum(forgottenSecrets) }),
  z.object({ verb: z.literal('view'), account: accountSchema.nullable() }),
  z.object({ verb: z.literal('worked'), which: z.enum(['password', 'former']), account: accountSchema }),
]);
export type SecretAsk = z.infer<typeof secretAskSchema>;

/** Starter to host. */
export const toHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('config'), config: hostConfigSchema }),
  /** One UI connection, and as what (contract/rights.ts); not said: the till's. */
  z.object({ type: z.literal('connect'), access: z.enum(scopes).optional() }),
  /** Which payments would be left unfinished by a stop. */
  z.object({ type: z.literal('closing') }),
  /** What was set cannot come into force: the settings before hold on. */
  z.object({ type: z.literal('settings-refused'), failure: failureSchema }),
  /** Another password, or one that can be had now: it holds at once. */
  z.object({ type: z.literal('passwords'), passwords: passwordsSchema }),
  /** The answer to an ask; its shape is the ask's own. Where it is nothing, JSON leaves it out. */
  z.object({ type: z.literal('secret'), ask: z.int(), answer: z.unknown().optional() }),
  z.object({ type: z.literal('secret-failed'), ask: z.int(), failure: failureSchema }),
  /** Another version is ready on this computer; null: none is any more. */
  z.object({ type: z.literal('update'), update: updateViewSchema.nullable() }),
  z.object({ type: z.literal('stop') }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

/** Host to starter. `socket` is the local socket's address (local-socket-proof.ts; empty without `localSocket`); `epoch` names this life. */
export const fromHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), socket: z.string(), epoch: z.string() }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('fatal'), failure: failureSchema }),
  /** `isIdle`: nothing runs, is checked or is on its way back. */
  z.object({ type: z.literal('closing'), open: z.array(openPaymentSchema), isIdle: z.boolean() }),
  /** Somebody wants the update that is ready. */
  z.object({ type: z.literal('update-now') }),
  /** Settings were changed, and no payment is in front of anybody. */
  z.object({ type: z.literal('reload'), signIns: z.array(keptSignInSchema) }),
  /** A live setting was changed, and is in force in this host. */
  z.object({ type: z.literal('live-changed') }),
  z.object({ type: z.literal('secret'), ask: z.int(), of: secretAskSchema }),
]);
export type FromHost = z.infer<typeof fromHostSchema>;

/** DATA/host.json: where the command line finds a running host. Written by the host, 0600, removed on stop. */
export const hostFileSchema = z.object({
  pid: z.int(),
  socket: z.string(),
  version: z.string().optional(),
  /** Where its program lies: the executable. */
  program: z.string().optional(),
});
export type HostFile = z.infer<typeof hostFileSchema>;

/** The sandbox's first line. */
export const sandboxLineSchema = z.object({
  url: z.url({ protocol: /^http$/ }),
  username: z.string(),
  password: z.string(),
  merchant: z.string(),
  processor: z.string(),
});
export type SandboxLine = z.infer<typeof sandboxLineSchema>;

/** The first line of a helper that cannot start and says why. */
export const helperFailureSchema = z.object({ failure: failureSchema });

/** The simulator's first line. */
export const simulatorLineSchema = z.object({
  address: terminalAddressSchema,
  serialNumber: z.string(),
  model: z.string(),
  control: hostPortSchema.nullable(),
});
export type SimulatorLine = z.infer<typeof simulatorLineSchema>;

/** DATA/web.json: where a running browser shell is asked for a new link. Written by it, 0600, removed on stop. */
export const webFileSchema = z.object({
  /** `http://127.0.0.1:PORT` */
  url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  pid: z.int(),
  /** Sent as `Authorization: Bearer SECRET` with POST /link. */
  secret: z.string().min(16),
});
export type WebFile = z.infer<typeof webFileSchema>;

/** The answer of POST /link. Its origin is the one of this start, which `url` is not. */
export const webLinkSchema = z.object({ url: z.url() });

/** The answer of GET /sessions: which browsers were let in, the oldest first. */
export const webSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      scope: z.string(),
      openedSecondsAgo: z.int(),
      usedSecondsAgo: z.int(),
      /** Open connections. */
      windows: z.int(),
      /** The one that asks. */
      isOwn: z.boolean().optional(),
    }),
  ),
  /** Somebody else opened the link for our own browser first: the last time, named by the session that was shut out. */
  linkTaken: z.object({ id: z.string(), secondsAgo: z.int() }).optional(),
  /** The till's own window was to open, and why it is a browser instead. */
  noWindow: z.enum(['late', 'hung', 'ended', 'not-started']).optional(),
});
export type WebSessions = z.infer<typeof webSessionsSchema>;
