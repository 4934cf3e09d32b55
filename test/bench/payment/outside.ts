/**
 * What a till talks to, in one process so that every moment is read off one clock: a simulated terminal with a customer that
 * acts at once, and in front of the real sandbox a door that answers each request a fixed time after it came in. It notes
 * when bytes passed either of them. Started by `node outside.ts`; told what to do by its parent's messages.
 */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { startSimulator, injectKsn } from '../../../native/simulator/index.ts';
import type { Family } from '../../../electron/contract/index.ts';
import { nowMs, type FromOutside, type Mark, type ToOutside } from './words.ts';

/** A reader that computes nothing: what is left between two of its bytes is the till's. */
const quick = { readMs: { chip: 5, contactless: 5, swipe: 5 }, completeMs: 5, resultMs: 60_000, removeWaitMs: 60_000 };

let marks: Mark[] = [];
const say = (message: FromOutside): void => void process.send?.(message);
const mark = (what: Mark['what'], text = '', bytes = 0): void => void marks.push({ atMs: nowMs(), what, text, bytes });

interface Door {
  url: string;
}

/** Passes requests on, and holds each answer back until `delayMs` after its request. */
async function openDoor(target: string, delayMs: number): Promise<Door> {
  const to = new URL(target);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void => {
    const dueMs = nowMs() + delayMs;
    const onward = forward(
      { host: to.hostname, port: to.port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          setTimeout(
            () => {
              outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
              mark('answer', `${incoming.method} ${incoming.url}`);
              outgoing.end(Buffer.concat(parts));
            },
            Math.max(0, dueMs - nowMs()),
          );
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    onward.end(body);
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      mark('request', `${incoming.method} ${incoming.url}`);
      pass(incoming, outgoing, Buffer.concat(parts));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the door has no port');
  return { url: `http://127.0.0.1:${address.port}` };
}

async function openTerminal(family: Family, serial: string | null): Promise<{ address: string; serialNumber: string }> {
  const simulator = await startSimulator({
    family,
    carrier: serial === null ? { tcp: 0 } : { serial },
    autopilot: { card: 'approve', present: 'tap' },
    autopilotDelayMs: 1,
    terminal: { ksn: injectKsn(), pace: quick },
  });
  const { terminal } = simulator;
  terminal.onSend((bytes) => mark('terminal-says', '', bytes.length));
  const receive = terminal.receive.bind(terminal);
  terminal.receive = (bytes: Uint8Array): void => {
    mark('terminal-hears', '', bytes.length);
    receive(bytes);
  };
  return { address: simulator.address, serialNumber: simulator.serialNumber };
}

async function onMessage(message: ToOutside): Promise<void> {
  if (message.type === 'open') {
    const door = await openDoor(message.sandbox, message.delayMs);
    say({ type: 'opened', url: door.url, terminal: await openTerminal(message.family, message.serial) });
    return;
  }
  say({ type: 'marks', marks });
  marks = [];
}

process.on('message', (message: ToOutside) => void onMessage(message));
process.on('disconnect', () => process.exit(0));
