/**
 * Generates requests for every operation from the document, and corrupts some. Every reply must match the document,
 * have a status below 500, and be free of secrets. TILLBRIDGE_API_REQUESTS and TILLBRIDGE_API_SEED set the number of
 * requests and the seed.
 * @module-tag full-sandbox
 * @module-tag ci-only
 */
import { afterAll, expect, test } from 'vitest';
import type { Transfer } from '../../electron/platform-api/index.ts';
import { randomFrom } from '../fixtures/random.ts';
import { document, resolved, violations } from './document-check.ts';
import { testPans } from './encryptor.ts';
import { Client, Harness } from './harness.ts';

const plain = [null, true, false, 0, -1, 1.5, 1e21, 9_007_199_254_740_991, ''];
const REQUESTS = Number(process.env['TILLBRIDGE_API_REQUESTS'] ?? 1_500);
const SEED = Number(process.env['TILLBRIDGE_API_SEED'] ?? 20_261_124);

type Tree = Record<string, unknown>;
const tree = (value: unknown): Tree => (typeof value === 'object' && value !== null ? (value as Tree) : {});
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Tree[];
  readonly body: Tree | null;
  readonly isMultipart: boolean;
}

/** Secret inputs. No reply may contain them, or an account number. */
const secrets = { tax_id: '912-34-5678', business_tax_id: '98-7651234', security_code: '7391' };
/** Many numbers contain these four digits, so the security code is searched for only as a complete value. */
const hidden = [secrets.tax_id, secrets.business_tax_id, `"${secrets.security_code}"`];
const cards = Object.values(testPans);

function operationsOf(): Operation[] {
  return Object.entries(tree(document['paths'])).flatMap(([path, item]) =>
    Object.entries(tree(item))
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, value]) => {
        const operation = tree(value);
        const content = tree(resolved(operation['requestBody'] ?? {})['content']);
        const media = content['application/json'] ?? content['multipart/form-data'];
        return {
          id: String(operation['operationId']),
          method: method.toUpperCase(),
          path,
          parameters: [...list(tree(item)['parameters']), ...list(operation['parameters'])].map(resolved),
          body: media ? tree(tree(media)['schema']) : null,
          isMultipart: 'multipart/form-data' in content,
        };
      }),
  );
}

/** Kind of resource whose ids a field holds, by the field's name. */
const kinds: readonly [RegExp, string][] = [
  [/^(merchant|linked_to|merchant_id)$/, 'merchants'],
  [/identity/, 'identities'],
  [/^(source|destination|instrument)|payment_instrument/, 'payment_instruments'],
  [/device/, 'devices'],
  [/plan/, 'subscription_plans'],
  [/application/, 'applications'],
  [/transfer|entity_id/, 'transfers'],
  [/settlement/, 'settlement_queue_entries'],
  [/_id$|^id$/, 'transfers'],
];

class Generator {
  readonly #random: () => number;
  #spoils = 0;
  /** Ids from replies, by the resource's path. Later requests name them. */
  readonly #ids = new Map<string, string[]>();

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  chance(part: number): boolean {
    return this.#random() < part;
  }

  below(most: number): number {
    return Math.floor(this.#random() * most);
  }

  of<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('Nothing to choose from');
    return value;
  }

  /** Prepares the next request. Half of all requests follow the document exactly. */
  next(): void {
    this.#spoils = this.chance(0.5) ? 0 : 0.06;
  }

  forget(): void {
    this.#ids.clear();
  }

  learn(reply: unknown): void {
    for (const [, kind = '', id = ''] of JSON.stringify(reply).matchAll(
      /"href":"[^"]*\/([a-z_]+)\/([A-Za-z0-9]{6,40})"/g,
    )) {
      const known = this.#ids.get(kind) ?? [];
      if (!known.includes(id)) this.#ids.set(kind, [...known.slice(-40), id]);
    }
  }

  /** A known id of this kind of resource (`transfers`); sometimes that of another kind, or an unknown one. */
  id(kind: string): string {
    if (this.chance(0.02 + this.#spoils)) return this.odd();
    const known = this.#ids.get(kind);
    if (known && !this.chance(0.05)) return this.of(known);
    const all = [...this.#ids.values()];
    return all.length === 0 ? 'none' : this.of(this.of(all));
  }

  /** An unexpected text. */
  odd(): string {
    return this.of([
      '',
      ' ',
      ...'0 -1 null true % %00 ..%2F..'.split(' '),
      "' OR 1=1 --",
      ...'" \u0000 \u202e'.split(' '),
      '😀'.repeat(20),
      'ß',
      'x'.repeat(300),
      'x'.repeat(5_000),
      '9'.repeat(30),
      ...'1e309 {} [] <script> 2026-13-45T99:99:99Z MUnone TRnone'.split(' '),
    ]);
  }

  /** Any JSON value. */
  any(): unknown {
    return this.of<unknown>([...plain, this.odd(), [], {}, [null], [[]], { a: null }, [this.odd()]]);
  }

  value(schema: unknown, name = '', depth = 0): unknown {
    if (this.chance(this.#spoils)) return this.any();
    const one = tree(schema);
    if (typeof one['$ref'] === 'string') return this.value(resolved(one), name, depth);
    const choice = [one['anyOf'], one['oneOf']].flatMap(list);
    if (choice.length > 0) return this.value(this.of(choice), name, depth);
    const parts = list(one['allOf']);
    if (parts.length > 0) return this.value(parts[0], name, depth);
    const values = [...list(one['enum']), ...list(one['x-extensible-enum'])];
    if (values.length > 0 && this.chance(0.9)) return this.of(values);
    const type = Array.isArray(one['type']) ? this.of(list(one['type'])) : one['type'];
    if (type === 'object' || one['properties']) return depth > 6 ? {} : this.#object(one, depth);
    if (type === 'array') {
      const count = this.of([1, 1, 2, 3, 0]);
      return Array.from({ length: count }, () => this.value(one['items'], name, depth + 1));
    }
    if (type === 'integer' || type === 'number') {
      const least = Number(one['minimum'] ?? 0);
      const most = Number(one['maximum'] ?? 100_000);
      return this.chance(this.#spoils)
        ? this.of([least - 1, 1.5, most + 1])
        : Math.min(most, least + this.of([0, 1, 11, 499, 102, 12, 2_000]));
    }
    if (type === 'boolean') return this.chance(0.5);
    if (type === 'null') return null;
    return this.#text(one, name);
  }

  #object(schema: Tree, depth: number): Tree {
    const required = new Set(list(schema['required']));
    const made: Tree = {};
    for (const [name, inner] of Object.entries(tree(schema['properties']))) {
      const isTaken = required.has(name) ? !this.chance(this.#spoils) : this.chance(0.35);
      if (isTaken) made[name] = this.value(inner, name, depth + 1);
    }
    if (schema['additionalProperties'] && this.chance(0.5)) made[`key_${this.below(5)}`] = this.odd().slice(0, 20);
    if (this.chance(this.#spoils)) made[this.of(['__proto__', 'constructor', 'unknown', ''])] = this.any();
    return made;
  }

  #text(schema: Tree, name: string): string {
    const secret = (secrets as Record<string, string>)[name];
    if (secret !== undefined) return secret;
    if (name === 'number') return this.of(cards);
    if (name === 'currency') return this.of(['USD', 'USD', 'EUR', 'XXX']);
    if (/_at$|date/.test(name)) return '2026-11-20T09:00:00Z';
    if (/url/.test(name)) return 'https://hooks.example/one';
    if (/email/.test(name)) return 'a@example.com';
    if (schema['pattern'] === '^([0-9A-Fa-f]{2})+$') return 'ABCD'.repeat(1 + this.below(20));
    const kind = kinds.find(([pattern]) => pattern.test(name))?.[1];
    if (kind !== undefined) return this.id(kind);
    return this.chance(this.#spoils)
      ? this.odd()
      : `text ${this.below(1_000)}`.slice(0, Number(schema['maxLength'] ?? 60));
  }
}

interface Request {
  readonly path: string;
  readonly init: { body?: unknown; headers: Record<string, string> };
}

/** Kind of resource before a path parameter, e.g. `transfers` in `/transfers/{id}`. */
const kindBefore = (path: string, name: string): string => path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? '';

function requestOf(operation: Operation, make: Generator): Request {
  const query = new URLSearchParams();
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const name = String(parameter['name']);
    const value = (): string => String(make.value(parameter['schema'], name));
    if (parameter['in'] === 'path')
      path = path.replace(`{${name}}`, encodeURIComponent(make.id(kindBefore(path, name)).toWellFormed() || 'x'));
    if (parameter['in'] === 'query' && make.chance(0.15)) query.set(name, value());
  }
  const headers: Record<string, string> = {};
  if (make.chance(0.3)) headers['service-version'] = make.of(['2022-02-01', '2018-01-01', 'x', '']);
  if (make.chance(0.05)) headers['accept'] = make.of(['application/json', 'text/html', '*/*', 'x']);
  const target = query.size > 0 ? `${path}?${query}` : path;
  if (!operation.body || make.chance(0.01)) return { path: target, init: { headers } };
  if (operation.isMultipart && make.chance(0.95))
    return { path: target, init: { headers, body: formOf(operation, make) } };
  if (make.chance(0.03))
    headers['content-type'] = make.of(['text/plain', 'application/vnd.api+json', 'multipart/form-data', 'x']);
  const body = make.chance(0.03)
    ? make.of(['', '{', 'null', '[]', '"x"', '{"a":'])
    : JSON.stringify(make.value(operation.body));
  return { path: target, init: { headers, body } };
}

function formOf(operation: Operation, make: Generator): FormData {
  const form = new FormData();
  for (const name of Object.keys(tree(resolved(operation.body)['properties']))) {
    if (make.chance(0.1)) continue;
    const request = JSON.stringify({ merchant: make.id('merchants'), idempotency_id: `k${make.below(1_000)}` });
    const text =
      name === 'request' ? request : make.of([make.odd(), `${make.id('payment_instruments')}\n`, '%PDF-1.4']);
    if (name === 'file' && make.chance(0.9))
      form.set(name, new File([text], make.of(['a.csv', 'a.png', 'a', '../b.pdf'])));
    else form.set(name, text);
  }
  return form;
}

/** A sandbox with several clients. Requests that disable its users and applications must not end the test. */
class Platform {
  readonly harness: Harness;
  readonly clients: readonly Client[];
  readonly nobody: Client;

  private constructor(harness: Harness, merchant: Client) {
    this.harness = harness;
    this.clients = [harness.client, harness.client, harness.client, harness.client, merchant];
    this.nobody = new Client(harness.sandbox.url, { username: 'USnobody', password: 'wrong' });
  }

  static async start(make: Generator): Promise<Platform> {
    const harness = await Harness.start();
    const platform = new Platform(harness, await harness.login('ROLE_MERCHANT', harness.sandbox.merchant));
    make.forget();
    // Resources that no request of the document can create, and the seeded resources.
    const { id: source } = await harness.card();
    const sold = await harness.client.post<Transfer>('/transfers', { amount: 1234, currency: 'USD', source });
    await harness.control({ type: 'open-dispute', transfer: sold.id });
    make.learn(sold);
    for (const path of ['merchants', 'devices', 'identities', 'compliance_forms', 'disputes', 'payment_instruments'])
      make.learn(await harness.client.get(`/${path}`));
    return platform;
  }
}

let running: Platform | null = null;
afterAll(() => running?.harness.sandbox.close());

/** Requests after which a fresh sandbox replaces the current sandbox. */
const PER_SANDBOX = 2_500;

test(`${REQUESTS} requests over every operation get no 5xx, nothing outside the document, and no secret`, async () => {
  const make = new Generator(SEED);
  const operations = operationsOf();
  const statuses = new Map<string, number>();
  const taken = new Set<string>();
  let platform = (running = await Platform.start(make));
  for (let count = 0, age = 0; count < REQUESTS; count += 1, age += 1) {
    const operation = operations[count % operations.length] ?? make.of(operations);
    make.next();
    const { path, init } = requestOf(operation, make);
    const client = make.chance(0.005) ? platform.nobody : make.of(platform.clients);
    const sent = `${path.slice(0, 500)} ${JSON.stringify(init).slice(0, 2_000)}`;
    const said = `request ${count} of seed ${SEED}: ${operation.method} ${sent}`;
    const reply = await client.raw(operation.method, path, init);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const isJson = (reply.headers.get('content-type') ?? '').includes('json');
    const body =
      bytes.length === 0 ? undefined : isJson ? (JSON.parse(bytes.toString()) as unknown) : new Uint8Array(bytes);
    expect(reply.status, said).toBeLessThan(500);
    expect(violations(operation.method, path, reply.status, reply.headers, body), said).toEqual([]);
    const text = isJson ? bytes.toString() : '';
    for (const secret of [...hidden, ...cards, platform.harness.sandbox.password])
      expect(text.includes(secret), `${said} gave ${secret}`).toBe(false);
    // A refusal of a field must name it.
    if (reply.status === 422) expect(text, said).toMatch(/"(?:field|failure_code)":"/);
    if (reply.status < 300 && isJson) make.learn(body);
    if (reply.status < 300) taken.add(operation.id);
    statuses.set(`${reply.status}`, (statuses.get(`${reply.status}`) ?? 0) + 1);
    if (make.chance(0.05)) platform.harness.clock.advance(make.of([1_000, 20_000, 3_600_000]));
    const isAccessDenied = reply.status === 401 && client !== platform.nobody;
    if (!isAccessDenied && age < PER_SANDBOX) continue;
    await platform.harness.sandbox.close();
    platform = running = await Platform.start(make);
    age = 0;
  }
  const never = operations.filter(({ id }) => !taken.has(id)).map(({ id }) => id);
  const replies = JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a.localeCompare(b))));
  const missed = never.join(' ') || 'none';
  console.info(
    `${REQUESTS} requests: ${replies}; taken ${taken.size} of ${operations.length} operations, never: ${missed}`,
  );
  // The test is useful only if enough generated requests succeed.
  expect(taken.size).toBeGreaterThan(operations.length / 2);
}, 3_600_000);
