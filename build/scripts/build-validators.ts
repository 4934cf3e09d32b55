/**
 * Builds the validators of request bodies: build/out/platform-api/validators.mjs, from electron/platform-api/openapi.yaml.
 * Their types are checked in (generated/validators.d.mts); package.json names both as `#platform-validators`.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import type { Document } from './parts/platform-document.ts';
import { validators } from './parts/platform-validators.ts';

const root = resolve(import.meta.dirname, '../..');
const result = resolve(root, 'build/out/platform-api/validators.mjs');
const banner = '// Built from electron/platform-api/openapi.yaml by build/scripts/build-validators.ts.\n';
const document = parse(readFileSync(resolve(root, 'electron/platform-api/openapi.yaml'), 'utf8')) as Document;
mkdirSync(dirname(result), { recursive: true });
// Whole or not at all: another process may be reading it.
const draft = `${result}.${process.pid}`;
writeFileSync(draft, validators(document, banner).code);
renameSync(draft, result);
