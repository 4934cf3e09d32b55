/**
 * Reads Electron's fuses from a packaged binary, and creates a substitute binary if the real binary is not available.
 */
import { closeSync, mkdirSync, openSync, readSync, fstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Marks the fuse wire in the binary (electron/fuses): a version byte, a length byte and one byte per fuse follow. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Fuses of version 1 of the wire, in its order. */
const FUSES = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
];

/**
 * @param {string} path of the binary (on macOS: of the Electron Framework)
 * @returns {Record<string, boolean> | undefined} undefined if it has no wire of the known version
 */
export function readFuses(path) {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const chunk = Buffer.alloc(4 * 1024 * 1024);
    const overlap = SENTINEL.length + 2 + FUSES.length;
    // The binary has 200 MB, so it is read in chunks; they overlap, so that the fuse wire is never split.
    for (let position = 0; position < size; position += chunk.length - overlap) {
      const length = readSync(file, chunk, 0, chunk.length, position);
      const at = chunk.subarray(0, length).indexOf(SENTINEL);
      if (at < 0 || at + overlap > length) continue;
      const wire = chunk.subarray(at + SENTINEL.length, at + overlap);
      if (wire[0] !== 1 || (wire[1] ?? 0) < FUSES.length) return undefined;
      return Object.fromEntries(FUSES.map((name, index) => [name, wire[index + 2] === '1'.charCodeAt(0)]));
    }
    return undefined;
  } finally {
    closeSync(file);
  }
}

/**
 * Creates a folder that the packager takes for an unpacked Electron: a binary with every fuse at Electron's default.
 * The result cannot run, but is assembled like a real one.
 * @param {string} folder
 * @param {string} version
 */
export function writeStubElectron(folder, version) {
  mkdirSync(join(folder, 'resources'), { recursive: true });
  const defaults = '10111001'; // Electron's defaults: node on, cookies off, options and inspect on, …
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES.length]), Buffer.from(defaults)]);
  const stub = Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n#'), wire, Buffer.from('\n')]);
  const binary = process.platform === 'win32' ? 'electron.exe' : 'electron';
  writeFileSync(join(folder, binary), stub, { mode: 0o755 });
  writeFileSync(join(folder, 'version'), version);
  writeFileSync(join(folder, 'LICENSE'), '');
}
