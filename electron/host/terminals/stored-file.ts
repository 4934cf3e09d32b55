/**
 * Small file of facts about the counter, such as pairings: read once and written atomically (temporary file, fsync,
 * rename), so that it is never incomplete. An unreadable file is kept as `PATH.damaged`.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { TillError, toFailure, type Failure } from '../../contract/index.ts';
import { replaceFile } from '../../config/files/index.ts';

export type Report = (what: string, failure: Failure) => void;

export class StoredFile<T> {
  readonly #path: string;
  readonly #schema: z.ZodType<T>;
  readonly #name: string;
  readonly #report: Report;

  /** `name` describes the contents in reports. */
  constructor(path: string, schema: z.ZodType<T>, name: string, report: Report) {
    this.#path = path;
    this.#schema = schema;
    this.#name = name;
    this.#report = report;
  }

  /** Last written value, or null if the file is missing or unreadable; an unreadable file is reported. */
  read(): T | null {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#logFailure('could not be read', error);
      return null;
    }
    try {
      return this.#schema.parse(JSON.parse(text));
    } catch (error) {
      this.#logFailure('are damaged, kept as .damaged, and begun anew', error);
      try {
        replaceFile(this.#path, `${this.#path}.damaged`);
      } catch (moving) {
        this.#logFailure('could not be moved aside', moving);
      }
      return null;
    }
  }

  /** A failed write is reported; the value then lasts until the host exits. */
  write(value: T): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      const draft = `${this.#path}.new`;
      const file = openSync(draft, 'w', 0o600);
      try {
        // `writeSync` may write only part of the text on a nearly full disk, and its return value is the only sign.
        writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      replaceFile(draft, this.#path);
    } catch (error) {
      this.#logFailure('could not be written', error);
    }
  }

  #logFailure(what: string, error: unknown): void {
    const failure = toFailure(error);
    this.#report(
      `${this.#name} ${what}`,
      error instanceof TillError ? failure : { ...failure, code: 'JRNL_UNWRITABLE' as const },
    );
  }
}
