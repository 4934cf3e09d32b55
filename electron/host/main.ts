/**
 * The host as its own process. Its starter (browser shell or Electron shell) sends the configuration, receives `ready`
 * or `fatal`, and may send `stop`; losing the starter also stops the host. Start-up is recovery (compose/).
 */
import { url as inspectorUrl } from 'node:inspector';
import { isUnsettled, toFailure, type AttemptView, type Failure } from '../contract/index.ts';
import { scopeAt, servePort, withoutForms } from './api/index.ts';
import { composeHost, type Host } from './compose/index.ts';
import { RemoteSecrets, toHostSchema, type FromHost, type OpenPayment } from '../starter/index.ts';

interface MessagePortLike {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown; ports: unknown[] }) => void): void;
}

/** Electron's utilityProcess has `parentPort`; a forked Node process has `send`. */
const parentPort = (process as unknown as { parentPort?: MessagePortLike }).parentPort;

const EXIT_WITHIN_MS = 4_000;
/** The starter restarts a host that is silent for twenty seconds. */
const ALIVE_EVERY_MS = 2_000;

let host: Host | null = null;
const secrets = new RemoteSecrets((ask, of) => send({ type: 'secret', ask, of }));
let isStopping = false;

function send(message: FromHost): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process port, not a window
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

async function onMessage(data: unknown, ports: readonly unknown[]): Promise<void> {
  const message = toHostSchema.safeParse(data);
  if (!message.success) {
    // Ignore malformed messages in a running till: a crash would not make the message readable.
    if (host) return host.notUnderstood();
    fail({ code: 'CFG_INVALID', message: 'The host was started with a configuration it cannot read.' });
    return;
  }
  switch (message.data.type) {
    case 'config':
      await start(message.data.config);
      return;
    case 'connect': {
      const port = ports[0];
      if (host && port) {
        const scope = scopeAt(message.data.access ?? 'till', host.state().till);
        servePort(port, host.router, scope, host.contextFor(scope));
      }
      return;
    }
    case 'closing':
      send({ type: 'closing', ...(host ? closingOf(await host.client.till.closing()) : { open: [], isIdle: false }) });
      return;
    case 'update':
      host?.offerUpdate(message.data.update);
      return;
    case 'settings-refused':
      host?.settingsRefused(message.data.failure);
      return;
    case 'passwords':
      host?.use(message.data.passwords);
      return;
    case 'secret':
      secrets.answered(message.data.ask, message.data.answer);
      return;
    case 'secret-failed':
      secrets.failed(message.data.ask, message.data.failure);
      return;
    case 'stop':
      await stop();
      return;
  }
}

async function start(config: Parameters<typeof composeHost>[0]): Promise<void> {
  try {
    host = await composeHost(config, {
      onFatal: fail,
      env: process.env,
      secrets,
      reload: (signIns) => send({ type: 'reload', signIns }),
      liveChanged: () => send({ type: 'live-changed' }),
      updateNow: () => send({ type: 'update-now' }),
    });
    send({ type: 'ready', socket: host.socket ?? '', epoch: host.epoch });
    startHeartbeat();
  } catch (error) {
    fail(toFailure(error));
  }
}

/**
 * Starts the heartbeat; the starter then treats silence as a hang. Does nothing under a debugger, which may pause the
 * process.
 */
function startHeartbeat(): void {
  if (inspectorUrl() !== undefined) return;
  send({ type: 'alive' });
  setInterval(() => send({ type: 'alive' }), ALIVE_EVERY_MS).unref();
}

function fail(failure: Failure): void {
  send({ type: 'fatal', failure });
  // `exit()` now could lose the message.
  process.exitCode = 1;
  setTimeout(() => process.exit(1), 200);
}

/**
 * The question covers only unknown or undecided payments. Reversals in progress need no cashier, but the host is busy
 * until they end.
 */
function closingOf({ open }: { open: readonly AttemptView[] }): { open: OpenPayment[]; isIdle: boolean } {
  return {
    open: open.flatMap(({ id, state, totalMinor, currency }) =>
      state === 'working' || state === 'checking' || state === 'partial' || state === 'asking'
        ? [{ id, state, totalMinor, currency }]
        : [],
    ),
    isIdle: !open.some(isUnsettled),
  };
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // A silent terminal or platform must not delay the shutdown; the journal is already on disk.
  setTimeout(() => process.exit(0), EXIT_WITHIN_MS).unref();
  await host?.close();
  process.exit(0);
}

withoutForms();
if (parentPort) {
  parentPort.on('message', (event) => void onMessage(event.data, event.ports));
} else {
  process.on('message', (message) => void onMessage(message, []));
  process.on('disconnect', () => void stop());
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
