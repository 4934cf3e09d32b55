/**
 * Fixtures of updates: a feed on a real server, a key pair of this run, and a till that was unpacked from a package.
 */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '../../../../electron/domain/index.ts';
import {
  installedAs,
  packageKey,
  signFeed,
  Updates,
  type Feed,
  type Release,
  type UpdatesOptions,
} from '../../../../electron/starter/index.ts';

export const KEY = packageKey('tar', process.platform, process.arch);
const DAY_MS = 86_400_000;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Files by path; other paths are answered with 404. */
export class FeedServer {
  readonly answers = new Map<string, Answer>();
  /** Requests as `GET path range`, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '';
      this.asked.push(`${path} ${request.headers.range ?? ''}`.trim());
      const answer = this.answers.get(path);
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
  }

  static async start(): Promise<FeedServer> {
    const made = new FeedServer();
    await new Promise<void>((done) => made.#server.listen(0, '127.0.0.1', done));
    return made;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Serves a file like a file server, including ranges. */
  serve(path: string, content: Buffer | string): void {
    const bytes = Buffer.from(content);
    this.answers.set(path, ({ headers }, response) => {
      const from = Number(/^bytes=([0-9]+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
      response.writeHead(from > 0 ? 206 : 200, { 'content-length': bytes.length - from, ...(from > 0 ? range : {}) });
      response.end(bytes.subarray(from));
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

/** Files of a version as in a package: a program that prints its version, and incompressible bytes. */
function lay(folder: string, version: string, journal: number): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'tillbridge', version, journal }));
  writeFileSync(join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'), '');
  writeFileSync(join(folder, 'noise'), randomBytes(300_000));
}

/** The package of a version: a .tar.gz with `tillbridge/versions/VERSION`. */
export function packed(version: string, journal = 1): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-packed-'));
  try {
    lay(join(folder, 'tillbridge/versions', version), version, journal);
    execFileSync('tar', ['-czf', 'made.tar.gz', 'tillbridge'], { cwd: folder });
    return readFileSync(join(folder, 'made.tar.gz'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Release notes in all languages. */
export const notes = Object.fromEntries(languages.map(({ tag }) => [tag, [`New, in ${tag}.`]]));

export function releaseOf(version: string, content: Buffer, more: Partial<Release> = {}): Release {
  const sha512 = createHash('sha512').update(content).digest('base64');
  const name = `tillbridge_${version}.tar.gz`;
  return {
    version,
    journal: { from: 0, writes: 1 },
    packages: { [KEY]: { name, size: content.length, sha512 } },
    notes,
    ...more,
  };
}

export const feedOf = (release: Release, more: Partial<Feed> = {}): Feed => ({
  issuedAt: new Date(Date.now() - DAY_MS).toISOString(),
  expiresAt: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  release,
  ...more,
});

/** A till of version 1.1.0 in a folder, with 1.0.0 next to it if `former` is set. */
export class Shop {
  readonly keys = generateKeyPairSync('ed25519');
  readonly server: FeedServer;
  readonly folder = mkdtempSync(join(tmpdir(), 'tillbridge updates ü '));
  readonly home = join(this.folder, 'tillbridge');
  readonly dataDir = join(this.folder, 'data');
  readonly content = packed('1.2.0');
  isIdle = true;
  journal = 1;

  private constructor(server: FeedServer) {
    this.server = server;
    mkdirSync(this.dataDir, { mode: 0o700 });
    this.install('1.1.0');
    symlinkSync('versions/1.1.0', join(this.home, 'current'));
    const feed = `${server.origin}/tillbridge.feed`;
    writeFileSync(join(this.root, 'updates.json'), JSON.stringify({ feed, publicKey: this.publicKey }));
    server.serve('/tillbridge_1.2.0.tar.gz', this.content);
    this.publish(feedOf(releaseOf('1.2.0', this.content)));
  }

  static async open(): Promise<Shop> {
    return new Shop(await FeedServer.start());
  }

  get root(): string {
    return join(this.home, 'versions/1.1.0');
  }

  get publicKey(): string {
    return this.keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  install(version: string, journal = 1): void {
    lay(join(this.home, 'versions', version), version, journal);
  }

  publish(feed: Feed, key: KeyObject = this.keys.privateKey): Buffer {
    const bytes = signFeed(feed, key);
    this.server.serve('/tillbridge.feed', bytes);
    return bytes;
  }

  /** Updates as the till sees them; each call is like a new start. */
  updates(more: Partial<UpdatesOptions> = {}): Updates {
    return new Updates({
      dataDir: this.dataDir,
      installed: installedAs({ root: this.root, platform: process.platform, arch: process.arch }),
      origin: { feed: `${this.server.origin}/tillbridge.feed`, publicKey: this.publicKey },
      way: { allowsLoopback: true, env: {} },
      isIdle: async () => this.isIdle,
      journalForm: () => this.journal,
      nowMs: Date.now,
      ...more,
    });
  }

  async close(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }
}
