/**
 * The two carriers of the contract, a WebSocket of the local socket and a message port of Electron's shell, each read no faster than its
 * scope may be, and each ended that does not read what it is sent.
 */
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { RPCHandler as SocketHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import type { Scope } from '../../contract/index.ts';
import type { HostContext } from '../roles/index.ts';
import { PacedInbox } from '../../starter/index.ts';
import { routerFor } from './access.ts';
import type { ConnectionLoad } from './load.ts';
import type { HostRouter } from './router.ts';

/** Context of the procedures of one connection. */
export interface ConnectionContext extends HostContext {
  readonly load: ConnectionLoad;
}

/** A window that left so much unread does not read; it connects again and gets one snapshot instead. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024;
/** More messages than this before their time are no window's. */
const MOST_EARLY = 5_000;
const TRY_AGAIN_LATER = 1013;

/** Serves a WebSocket. */
export function serveSocket(socket: WebSocket, handler: SocketHandler<HostContext>, context: ConnectionContext): void {
  const read = new Map<'message', (event: unknown) => void>();
  const inbox = new PacedInbox<unknown>({
    pace: context.load.pace,
    deliver: (event) => read.get('message')?.(event),
    hold: (isHeld) => (isHeld ? socket.pause() : socket.resume()),
    most: MOST_EARLY,
    overflow: () => socket.terminate(),
  });
  socket.addEventListener('message', (event) => inbox.push(event));
  socket.once('close', () => inbox.close());
  const carrier = {
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      type === 'message' ? void read.set(type, listener) : socket.on(type, listener),
    send(data: string | Buffer) {
      // The message itself may be larger: what counts is what was not read of those before it.
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) return endUnread(socket);
      socket.send(data);
    },
  };
  void handler.upgrade(carrier, { context });
}

/** Its peer reads nothing, so a close frame would wait behind the rest. */
function endUnread(socket: WebSocket): void {
  socket.close(TRY_AGAIN_LATER);
  socket.terminate();
}

export const socketHandler = (router: HostRouter, scope: Scope): SocketHandler<HostContext> =>
  new SocketHandler(routerFor(router, scope));

/** Electron's MessagePortMain and Node's own port, as far as they are used. */
interface Port {
  on(event: 'message' | 'close', listener: (event: { data: unknown }) => void): unknown;
  addEventListener?(event: 'message' | 'close', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown, transfer?: unknown[]): void;
  start(): void;
  close(): void;
}

/** Serves a message port. It cannot be held: a window that floods it is cut off. */
export function servePort(port: unknown, router: HostRouter, scope: Scope, context: ConnectionContext): void {
  const own = port as Port;
  // Node's `on` gives the message itself.
  const listen: Port['on'] = (event, heard) =>
    own.addEventListener ? own.addEventListener(event, heard) : own.on(event, heard);
  let read: (event: { data: unknown }) => void = () => undefined;
  const inbox = new PacedInbox<{ data: unknown }>({
    pace: context.load.pace,
    deliver: (event) => read(event),
    hold: () => undefined,
    most: MOST_EARLY,
    overflow: () => own.close(),
  });
  listen('message', (event) => inbox.push(event));
  listen('close', () => inbox.close());
  const carrier = {
    on(event: 'message' | 'close', listener: (event: { data: unknown }) => void) {
      if (event === 'message') read = listener;
      else listen(event, listener);
    },
    postMessage: (message: unknown) => own.postMessage(message, []),
  };
  new PortHandler(routerFor(router, scope)).upgrade(carrier as never, { context });
  own.start();
}
