/**
 * Messages between a starter (browser shell, Electron shell, test) and its processes.
 *
 *   starter                             host process
 *      │  {type:'config', config}  ───►   │   over child_process IPC (`process.on('message')`)
 *      │  ◄───  {type:'ready', socket}    │   or Electron's `process.parentPort` ('message' event, its `data`)
 *      │  {type:'connect'} + port  ───►   │   Electron only: one UI connection (oRPC over a MessagePort), and its scope
 *      │  {type:'closing'}         ───►   │   which payments a stop would leave; the answer: `{type:'closing', open}`
 *      │  ◄───  {type:'reload', signIns}  │   settings were changed and no payment runs: asks for a restart
 *      │  ◄───  {type:'live-changed'}     │   a live setting has changed: the next start of the host uses it too
 *      │  {type:'settings-refused'} ──►   │   they are unusable: the previous settings stay in use
 *      │  ◄───  {type:'secret', ask, of}  │   uses the store of secrets, which the starter has
 *      │  {type:'passwords'}       ───►   │   passwords for the platform from now on
 *      │  ◄───  {type:'alive'}            │   every two seconds once the host is ready: a silent host hangs
 *      │  {type:'update'}          ───►   │   an update is ready; `{type:'update-now'}` asks for it
 *      │  {type:'stop'}            ───►   │   ordered stop, exit code 0; loss of the channel has the same effect
 *
 * Sandbox and simulator print one JSON line on standard output when they are ready, and end on SIGTERM.
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

/** An unfinished payment, for the question before quitting. */
const openPaymentSchema = z.object({
  id: z.string(),
  state: z.enum(['working', 'checking', 'partial', 'asking']),
  totalMinor: amountMinorSchema,
  currency: currencySchema,
});
export type OpenPayment = z.infer<typeof openPaymentSchema>;

const accountSchema = z.object({ url: z.url(), username: z.string().min(1) });

/** Requests of a host to the store of secrets of its starter (`SecretKeeper`). */
const secretAskSchema = z.discriminatedUnion('verb', [
  z.object({ verb: z.literal('keep'), password: z.string().min(1), account: accountSchema.nullable() }),
  z.object({ verb: z.literal('passwords'), account: accountSchema }),
  z.object({ verb: z.literal('forget'), which: z.enum(forgottenSecrets) }),
  z.object({ verb: z.literal('view'), account: accountSchema.nullable() }),
  z.object({ verb: z.literal('worked'), which: z.enum(['password', 'former']), account: accountSchema }),
]);
export type SecretAsk = z.infer<typeof secretAskSchema>;

/** Messages from starter to host. */
export const toHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('config'), config: hostConfigSchema }),
  /** Connects a UI with a scope (contract/rights.ts); default the scope of the till. */
  z.object({ type: z.literal('connect'), access: z.enum(scopes).optional() }),
  /** Asks which payments a stop would leave unfinished. */
  z.object({ type: z.literal('closing') }),
  /** Changed settings cannot be used: the previous settings stay in use. */
  z.object({ type: z.literal('settings-refused'), failure: failureSchema }),
  /** A changed password, or a password that has become available; it is used at once. */
  z.object({ type: z.literal('passwords'), passwords: passwordsSchema }),
  /** Answer to a request, in the shape of the request. JSON omits `answer` when it is undefined. */
  z.object({ type: z.literal('secret'), ask: z.int(), answer: z.unknown().optional() }),
  z.object({ type: z.literal('secret-failed'), ask: z.int(), failure: failureSchema }),
  /** An update that is ready on this computer, or null if there is none any more. */
  z.object({ type: z.literal('update'), update: updateViewSchema.nullable() }),
  z.object({ type: z.literal('stop') }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

/**
 * Messages from host to starter. `socket` is the address of the local socket (local-socket-proof.ts), empty without
 * `localSocket`; `epoch` identifies this run of the host.
 */
export const fromHostSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), socket: z.string(), epoch: z.string() }),
  z.object({ type: z.literal('alive') }),
  z.object({ type: z.literal('fatal'), failure: failureSchema }),
  /** `isIdle` is true if no payment runs, is checked or is being reversed. */
  z.object({ type: z.literal('closing'), open: z.array(openPaymentSchema), isIdle: z.boolean() }),
  /** A user requests the update that is ready. */
  z.object({ type: z.literal('update-now') }),
  /** Settings were changed, and no payment is shown. */
  z.object({ type: z.literal('reload'), signIns: z.array(keptSignInSchema) }),
  /** A live setting was changed and has taken effect in this host. */
  z.object({ type: z.literal('live-changed') }),
  z.object({ type: z.literal('secret'), ask: z.int(), of: secretAskSchema }),
]);
export type FromHost = z.infer<typeof fromHostSchema>;

/** DATA/host.json locates a running host for the command line. The host writes it (0600) and removes it on stop. */
export const hostFileSchema = z.object({
  pid: z.int(),
  socket: z.string(),
  version: z.string().optional(),
  /** Path of the executable. */
  program: z.string().optional(),
});
export type HostFile = z.infer<typeof hostFileSchema>;

/** First line of the sandbox. */
export const sandboxLineSchema = z.object({
  url: z.url({ protocol: /^http$/ }),
  username: z.string(),
  password: z.string(),
  merchant: z.string(),
  processor: z.string(),
});
export type SandboxLine = z.infer<typeof sandboxLineSchema>;

/** First line of a helper that cannot start, with the reason. */
export const helperFailureSchema = z.object({ failure: failureSchema });

/** First line of the simulator. */
export const simulatorLineSchema = z.object({
  address: terminalAddressSchema,
  serialNumber: z.string(),
  model: z.string(),
  control: hostPortSchema.nullable(),
});
export type SimulatorLine = z.infer<typeof simulatorLineSchema>;

/** DATA/web.json locates a running browser shell for requests. The shell writes it (0600) and removes it on stop. */
export const webFileSchema = z.object({
  /** `http://127.0.0.1:PORT` */
  url: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  pid: z.int(),
  /** Sent as `Authorization: Bearer SECRET` with POST /link. */
  secret: z.string().min(16),
});
export type WebFile = z.infer<typeof webFileSchema>;

/** Answer of POST /link. Its origin is that of the current start, unlike `url` above. */
export const webLinkSchema = z.object({ url: z.url() });

/** Answer of GET /sessions: sessions of browsers, oldest first. */
export const webSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      scope: z.string(),
      openedSecondsAgo: z.int(),
      usedSecondsAgo: z.int(),
      /** Number of open connections. */
      windows: z.int(),
      /** True for the session of the request. */
      isOwn: z.boolean().optional(),
    }),
  ),
  /**
   * Another program used the link for the till's browser first. Time of the last case, with the session that was ended
   * for it.
   */
  linkTaken: z.object({ id: z.string(), secondsAgo: z.int() }).optional(),
  /** Reason why a browser opened instead of the till's own window. */
  noWindow: z.enum(['late', 'hung', 'ended', 'not-started']).optional(),
});
export type WebSessions = z.infer<typeof webSessionsSchema>;
