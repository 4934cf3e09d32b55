/** The host's local socket, as a program of the till opens it. */
import { WebSocket, type WebSocketServer } from 'ws';
import { answerChallenge, provenConnection, localAddressText, newLocalAddress } from '../electron/starter/index.ts';

/**
 * @param address of host.json, or of a host that is ready
 * @param path scope of the connection: `/till`, `/command`, …
 */
export function openLocal(address: string, path: string): WebSocket {
  const knock = provenConnection(address);
  const socket = new WebSocket(`ws://localhost${path}`, knock.options);
  knock.watch(socket);
  return socket;
}

/**
 * Makes a server play the host, including its secret.
 * @returns the address to connect to
 */
export function answering(sockets: WebSocketServer, path: string): string {
  const address = newLocalAddress(path);
  sockets.on('headers', (lines, request) => lines.push(answerChallenge(request.headers, address) ?? ''));
  return localAddressText(address);
}
