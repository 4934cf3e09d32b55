/** Receipt printers in software, over real sockets and real terminals: received bytes and reported status. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SerialPort } from 'serialport';

/** Answer of a printer to DLE EOT n, or null for none; `asked` counts earlier queries. */
export type Answer = (question: number, asked: number) => number | null;
export type Undo = (() => Promise<void> | void)[];
export const FINE = 0x12;

/** Network printer, over real TCP. `delayMs` is the delay of an answer; `asked` counts earlier queries. */
export async function openNetworkPrinter(
  undo: Undo,
  answer: Answer | null = null,
  delayMs: (asked: number) => number = () => 0,
) {
  const jobs: Buffer[] = [];
  let asked = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      const rest: number[] = [];
      for (let at = 0; at < chunk.length; at += 1) {
        if (chunk[at] === 0x10 && chunk[at + 1] === 0x04) {
          const said = answer?.(chunk[at + 2] ?? 0, asked) ?? null;
          if (said !== null) setTimeout(() => socket.write(Uint8Array.of(said)), delayMs(asked));
          asked += 1;
          at += 2;
        } else rest.push(chunk[at] ?? 0);
      }
      chunks.push(Buffer.from(rest));
    });
    socket.on('end', () => {
      jobs.push(Buffer.concat(chunks));
      socket.end();
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  undo.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { address: `tcp://127.0.0.1:${port}`, jobs, asked: () => asked, server };
}

/**
 * Printer at the far end of a cable. Its answers arrive at the line's speed; `heard` is everything except the queries.
 */
export async function openSerialPrinter(undo: Undo, path: string, answer: Answer | null) {
  const port = new SerialPort({ path, baudRate: 9600, autoOpen: false });
  await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
  undo.push(() => new Promise<void>((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve())));
  port.on('error', () => undefined);
  const heard: number[] = [];
  const question: number[] = [];
  let asked = 0;
  port.on('data', (chunk: Buffer) => {
    for (const byte of chunk) {
      if (question.length === 2) {
        const said = answer?.(byte, asked) ?? null;
        asked += 1;
        question.splice(0);
        if (said !== null) port.write(Buffer.of(said));
      } else if (byte === [0x10, 0x04][question.length]) question.push(byte);
      else heard.push(...question.splice(0), byte);
    }
  });
  return { heard, asked: () => asked };
}
