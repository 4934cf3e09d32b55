/** Sends answers, and simulates the ways in which they fail to arrive. */
import { channel } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** An answer before it is sent, in the form that faults can change. */
export interface ReadyAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export function jsonAnswer(status: number, type: string, body: unknown, headers: Record<string, string>): ReadyAnswer {
  return { status, headers: { ...headers, 'content-type': type }, body: Buffer.from(JSON.stringify(body), 'utf8') };
}

export function rawAnswer(status: number, body: Uint8Array | undefined, headers: Record<string, string>): ReadyAnswer {
  return { status, headers, body: Buffer.from(body ?? []) };
}

/** The answer of a broken proxy. */
export function htmlAnswer(status: number, headers: Record<string, string>): ReadyAnswer {
  const page = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>gateway</p></body></html>`;
  return { status, headers: { ...headers, 'content-type': 'text/html; charset=utf-8' }, body: Buffer.from(page) };
}

/** Message on the channel `tillbridge.sandbox.reply` for each whole answer, so that tests can check all of them. */
interface SentReply extends ReadyAnswer {
  method: string;
  /** Path with query. */
  url: string;
}

/** Costs nothing in production, because subscribers exist only in tests. */
const sentReplies = channel('tillbridge.sandbox.reply');

export async function send(reply: FastifyReply, answer: ReadyAnswer): Promise<void> {
  // Only faults answer with a web page.
  if (sentReplies.hasSubscribers && !answer.headers['content-type']?.startsWith('text/html')) {
    const { method, url } = reply.request;
    sentReplies.publish({ method, url, ...answer } satisfies SentReply);
  }
  await reply.code(answer.status).headers(answer.headers).send(answer.body);
}

/** Breaks the connection without sending any bytes. */
export function drop(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/**
 * Sends the whole body in `pieces` parts with pauses in between. Stops when `pause` resolves to false or the client has
 * disconnected.
 */
export async function sendTrickle(
  reply: FastifyReply,
  answer: ReadyAnswer,
  pieces: number,
  pause: () => Promise<boolean>,
): Promise<void> {
  reply.hijack();
  const raw: ServerResponse = reply.raw;
  raw.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
  const size = Math.max(1, Math.ceil(answer.body.length / pieces));
  for (let at = 0; at < answer.body.length; at += size) {
    raw.write(answer.body.subarray(at, at + size));
    if (!(await pause()) || raw.destroyed) {
      raw.destroy();
      return;
    }
  }
  raw.end();
}

/** Announces the whole body, sends half of it and breaks the connection. */
export function sendHalf(reply: FastifyReply, answer: ReadyAnswer): void {
  reply.hijack();
  const raw: ServerResponse = reply.raw;
  raw.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
  raw.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => raw.destroy());
}
