/**
 * Control port, through which the practice terminal on a screen shows and operates a simulated terminal, next to its
 * cable. Newline-delimited JSON on loopback TCP, for several clients. Card data never passes here, except for brand and
 * last four digits.
 *
 *     terminal -> client   {"type":"state","display":[…],"cards":[…],"chosenCard":"…","can":[…],"asks":…,"isPluggedIn":true}
 *                          (`asks`: present, enter-pin, remove or null: what it waits for, also where it has no display to say so)
 *                          {"type":"refused","reason":"…"}     to the client whose line could not be followed
 *     client -> terminal   {"type":"choose","card":ID} | {"type":"gesture","gesture":…} | {"type":"cable","isPluggedIn":…}
 */
import { createServer, type Server, type Socket } from 'node:net';
import { TillError } from '../../electron/contract/index.ts';
import type { Carrier } from './carriers/carrier.ts';
import { explainListenFailure } from './carriers/tcp-carrier.ts';
import { gestures, type Gesture, type SimulatedTerminal } from '../families/shared/simulator/simulated-terminal.ts';

const HOST = '127.0.0.1';
const MAX_LINE_CHARACTERS = 4096;
/** Limit of unread bytes, at which a client that does not read is disconnected. */
const MAX_UNREAD_BYTES = 262_144;

export interface ControlPort {
  /** `HOST:PORT`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Listens on loopback; port 0 means any free port. Rejects with LINK_BUSY or LINK_PERMISSION. */
export async function openControlPort(
  terminal: SimulatedTerminal,
  carrier: Carrier,
  port: number,
): Promise<ControlPort> {
  const clients = new Set<Socket>();
  let lastState = '';

  const stateLine = (): string =>
    `${JSON.stringify({ type: 'state', ...terminal.face, asks: terminal.asks, isPluggedIn: carrier.isPluggedIn })}\n`;

  const push = (): void => {
    const line = stateLine();
    if (line === lastState) return;
    lastState = line;
    for (const client of clients) write(client, line);
  };

  const server = createServer({ noDelay: true }, (socket) => {
    clients.add(socket);
    socket.setEncoding('utf8');
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clients.delete(socket));
    socket.on('end', () => socket.end());
    let rest = '';
    socket.on('data', (text: string) => {
      const lines = `${rest}${text}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') obey(line, socket);
      if (rest.length > MAX_LINE_CHARACTERS) {
        refuse(socket, 'the line is too long');
        socket.destroySoon();
      }
    });
    write(socket, stateLine());
  });

  const obey = (line: string, socket: Socket): void => {
    const command = readCommand(line);
    if (!command) return refuse(socket, 'not a command');
    switch (command.type) {
      case 'choose':
        if (!terminal.choose(command.card)) refuse(socket, 'no such card in the deck');
        return;
      case 'gesture':
        if (!terminal.gesture(command.gesture)) refuse(socket, `${command.gesture} does nothing now`);
        return;
      case 'cable':
        carrier.setPluggedIn(command.isPluggedIn).catch((error: unknown) => {
          refuse(socket, error instanceof TillError ? error.plainMessage : 'the cable cannot be moved');
        });
    }
  };

  await listen(server, port);
  const unsubscribe = [terminal.onChange(push), carrier.onChange(push)];
  const bound = server.address();
  return {
    address: `${HOST}:${typeof bound === 'object' && bound ? bound.port : port}`,
    async close() {
      for (const off of unsubscribe) off();
      for (const client of clients) client.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Command =
  | { type: 'choose'; card: string }
  | { type: 'gesture'; gesture: Gesture }
  | { type: 'cable'; isPluggedIn: boolean };

function readCommand(line: string): Command | undefined {
  let command: unknown;
  try {
    command = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof command !== 'object' || command === null || !('type' in command)) return undefined;
  if (command.type === 'choose' && 'card' in command && typeof command.card === 'string') {
    return { type: 'choose', card: command.card };
  }
  if (command.type === 'gesture' && 'gesture' in command) {
    const gesture = gestures.find((known) => known === command.gesture);
    return gesture && { type: 'gesture', gesture };
  }
  if (command.type === 'cable' && 'isPluggedIn' in command && typeof command.isPluggedIn === 'boolean') {
    return { type: 'cable', isPluggedIn: command.isPluggedIn };
  }
  return undefined;
}

function refuse(socket: Socket, reason: string): void {
  write(socket, `${JSON.stringify({ type: 'refused', reason })}\n`);
}

function write(socket: Socket, line: string): void {
  if (socket.destroyed || !socket.writable) return;
  socket.write(line);
  if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: HOST, port, exclusive: true }, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    throw explainListenFailure(error, port);
  }
}
