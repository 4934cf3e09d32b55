import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum open connections without a request. A browser sends its request at once. */
const MAX_SILENT = 64;

/** Closes connections without a request, oldest first, above the maximum, so that browsers can always connect. */
export function limitSilentConnections(server: Server): void {
  const silent = new Set<Socket>();
  const heard = ({ socket }: { socket: Socket }) => void silent.delete(socket);
  server.on('connection', (socket: Socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    const [first] = silent;
    if (silent.size > MAX_SILENT && first) {
      silent.delete(first);
      first.destroy();
    }
  });
  server.on('request', heard);
  server.on('upgrade', heard);
}
