/** Builds versions with a signed feed of updates, on a file server with a certificate and a key of this run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { nodeFlags, ownNode, root } from '../../build/scripts/parts/paths.mjs';
import { languages } from '../../electron/domain/index.ts';

const NOTES = Object.fromEntries(languages.map(({ tag }) => [tag, ['New.']]));

export class Releases {
  /** Folder that the server serves. Packages are built into it. */
  readonly served: string;
  /** The server's certificate, which every client must trust explicitly. */
  readonly certificate: string;
  readonly #folder: string;
  readonly #files: Server;

  private constructor(folder: string) {
    this.#folder = folder;
    this.served = join(folder, 'served');
    mkdirSync(this.served);
    this.certificate = this.#at('cert.pem');
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=updates',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        this.#at('key.pem'),
        '-out',
        this.certificate,
      ],
      { stdio: 'ignore' },
    );
    execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', this.#at('update-key.pem')]);
    execFileSync('openssl', ['pkey', '-in', this.#at('update-key.pem'), '-pubout', '-out', this.#at('update-key.pub')]);
    writeFileSync(this.#at('notes.json'), JSON.stringify(NOTES));
    const secure = { key: readFileSync(this.#at('key.pem')), cert: readFileSync(this.certificate) };
    this.#files = createServer(secure, (request, response) => {
      try {
        response.end(readFileSync(join(this.served, basename(request.url ?? ''))));
      } catch {
        response.writeHead(404).end();
      }
    });
  }

  /**
   * Starts the server. Packages built from now on have its feed's address and key, like a release.
   * @param folder an empty folder
   */
  static async open(folder: string): Promise<Releases> {
    const releases = new Releases(folder);
    await new Promise<void>((done) => releases.#files.listen(0, '127.0.0.1', done));
    const feed = `https://127.0.0.1:${(releases.#files.address() as AddressInfo).port}/tillbridge.feed`;
    Object.assign(process.env, { TILLBRIDGE_UPDATE_FEED: feed, TILLBRIDGE_UPDATE_KEY: releases.#at('update-key.pub') });
    return releases;
  }

  #at(name: string): string {
    return join(this.#folder, name);
  }

  get #feed(): string {
    return join(this.served, 'tillbridge.feed');
  }

  /**
   * Signs the feed of a version whose packages are built.
   * @param isNext true if the version signed before becomes the former version, which a rollback installs
   */
  sign(version: string, isNext = false): void {
    const former = this.#at('former.feed');
    if (isNext) renameSync(this.#feed, former);
    const words = [
      '--key',
      this.#at('update-key.pem'),
      '--notes',
      this.#at('notes.json'),
      '--packages',
      this.served,
      '--version',
      version,
    ];
    const script = join(root, 'build/scripts/release-feed.ts');
    execFileSync(ownNode, [...nodeFlags, script, ...words, ...(isNext ? ['--former', former] : [])], {
      stdio: 'ignore',
    });
  }

  /** Changes the feed's text during a task, so that its signature no longer matches. */
  async tampered<T>(task: () => Promise<T>): Promise<T> {
    const signed = readFileSync(this.#feed, 'utf8');
    writeFileSync(this.#feed, signed.replace('"New."', '"Old."'));
    try {
      return await task();
    } finally {
      writeFileSync(this.#feed, signed);
    }
  }

  close(): void {
    this.#files.close();
    for (const name of ['TILLBRIDGE_UPDATE_FEED', 'TILLBRIDGE_UPDATE_KEY']) Reflect.deleteProperty(process.env, name);
  }
}
