/**
 * Serves the contract over its two carriers: WebSockets on the local socket, and message ports of the Electron shell.
 * Each connection is read at its scope's pace, and closed when its peer stops reading.
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

export interface ConnectionContext extends HostContext {
  readonly load: ConnectionLoad;
}

/** Unread bytes above which a peer counts as stalled. The peer reconnects and receives one snapshot. */
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
/** Maximum queued messages ahead of the pace; a real window never sends that many. */
const MAX_EARLY = 5_000;
/** Close code for a peer that may connect again later (IANA registry of WebSocket close codes). */
export const TRY_AGAIN_LATER = 1013;

export function serveSocket(socket: WebSocket, handler: SocketHandler<HostContext>, context: ConnectionContext): void {
  const read = new Map<'message', (event: unknown) => void>();
  const inbox = new PacedInbox<unknown>({
    pace: context.load.pace,
    deliver: (event) => read.get('message')?.(event),
    hold: (isHeld) => (isHeld ? socket.pause() : socket.resume()),
    most: MAX_EARLY,
    overflow: () => socket.terminate(),
  });
  socket.addEventListener('message', (event) => inbox.push(event));
  socket.once('close', () => inbox.close());
  const carrier = {
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      type === 'message' ? void read.set(type, listener) : socket.on(type, listener),
    send(data: string | Buffer) {
      // The check covers earlier unread data only, because a single message may exceed the limit.
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) return endUnread(socket);
      socket.send(data);
    },
  };
  void handler.upgrade(carrier, { context });
}

/** Terminates the socket at once: the peer does not read, so a close frame would wait behind the unread data. */
function endUnread(socket: WebSocket): void {
  socket.close(TRY_AGAIN_LATER);
  socket.terminate();
}

export const socketHandler = (router: HostRouter, scope: Scope): SocketHandler<HostContext> =>
  new SocketHandler(routerFor(router, scope));

/** Common subset of Electron's MessagePortMain and Node's MessagePort. */
interface Port {
  on(event: 'message' | 'close', listener: (event: { data: unknown }) => void): unknown;
  addEventListener?(event: 'message' | 'close', listener: (event: { data: unknown }) => void): void;
  postMessage(message: unknown, transfer?: unknown[]): void;
  start(): void;
  close(): void;
}

/** Serves a message port. A port cannot be paused, so a window that floods it is disconnected. */
export function servePort(port: unknown, router: HostRouter, scope: Scope, context: ConnectionContext): void {
  const own = port as Port;
  // Node's `on` passes the bare message; `addEventListener` passes an event.
  const listen: Port['on'] = (event, heard) =>
    own.addEventListener ? own.addEventListener(event, heard) : own.on(event, heard);
  let read: (event: { data: unknown }) => void = () => undefined;
  const inbox = new PacedInbox<{ data: unknown }>({
    pace: context.load.pace,
    deliver: (event) => read(event),
    hold: () => undefined,
    most: MAX_EARLY,
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
