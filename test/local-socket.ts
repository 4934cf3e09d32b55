/** The host's local socket, as a program of the till opens it. */
import { WebSocket, type WebSocketServer } from 'ws';
import { answerKnock, knockAt, localAddressText, newLocalAddress } from '../electron/starter/index.ts';

/** @param address of host.json, or of a host that says it is ready @param path as what: `/till`, `/command`, … */
export function openLocal(address: string, path: string): WebSocket {
  const knock = knockAt(address);
  const socket = new WebSocket(`ws://localhost${path}`, knock.options);
  knock.watch(socket);
  return socket;
}

/** A stand-in for the host that knows its secret. @returns the address to knock at */
export function answering(sockets: WebSocketServer, path: string): string {
  const address = newLocalAddress(path);
  sockets.on('headers', (lines, request) => lines.push(answerKnock(request.headers, address) ?? ''));
  return localAddressText(address);
}
