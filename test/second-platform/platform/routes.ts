import type { Devices } from './devices.ts';
import type { Ledger, Merchant, Transfer } from './ledger.ts';
import type { Links } from './links.ts';
import { page } from './lists.ts';
import type { Body, Payments } from './payments.ts';
import { notFound, Refusal } from './refusal.ts';
import type { Switches } from './switches.ts';
import type { Views } from './views.ts';

export interface Request {
  method: string;
  /** Decoded path segments. */
  path: string[];
  query: URLSearchParams;
  body: Body;
  /** Value of the header Service-Version, or null. */
  version: string | null;
  self: string;
}

export interface Reply {
  status: number;
  type: string;
  text: string;
  location?: string;
}

interface Parts {
  ledger: Ledger;
  switches: Switches;
  payments: Payments;
  devices: Devices;
  links: Links;
  views: Views;
  username: string;
}

const notAllowed = (method: string): Refusal => new Refusal(405, 'METHOD_NOT_ALLOWED', `${method} is not supported.`);

/** Resource or list that answers a request. @throws Refusal */
export function route(request: Request, parts: Parts): object | Promise<object> {
  const [resource = ''] = request.path;
  switch (resource) {
    case 'authorizations':
      return authorizations(request, parts);
    case 'transfers':
      return transfers(request, parts);
    case 'devices':
      return devices(request, parts);
    case 'payment_links':
      return paymentLinks(request, parts);
    case 'merchants':
      return merchants(request, parts);
    case 'users':
      return users(request, parts);
    case 'applications':
    case 'disputes':
    case 'fees':
    case 'settlement_queue_entries':
    case 'webhooks':
      if (request.path.length > 1 || request.method !== 'GET') throw notFound(request.path.join('/'));
      return list(resource, [], () => ({ id: '' }), request, parts);
    default:
      throw notFound(request.path.join('/'));
  }
}

function list<T extends { id: string; createdAt: number; updatedAt: number }>(
  name: string,
  entries: readonly T[],
  view: (entry: T) => Record<string, unknown> & { id: string },
  { query, version, self }: Request,
  { ledger, switches }: Parts,
): object {
  return page(entries, view, { name, query, version, self }, ledger, switches);
}

async function authorizations(request: Request, parts: Parts): Promise<object> {
  const { ledger, payments, views } = parts;
  const [, id] = request.path;
  if (id === undefined) {
    if (request.method === 'POST') return views.authorization(await payments.authorize(request.body));
    if (request.method !== 'GET') throw notAllowed(request.method);
    return list('authorizations', [...ledger.authorizations.values()], views.authorization, request, parts);
  }
  if (request.method === 'PUT') return views.authorization(payments.change(id, request.body));
  const record = ledger.authorizations.get(id);
  if (!record) throw notFound(`Authorization ${id}`);
  return views.authorization(record);
}

async function transfers(request: Request, parts: Parts): Promise<object> {
  const { ledger, payments, views } = parts;
  const [, id, below] = request.path;
  const all = (): Transfer[] => [...ledger.transfers.values()];
  if (id === undefined) {
    if (request.method === 'POST') return views.transfer(await payments.transfer(request.body));
    if (request.method !== 'GET') throw notAllowed(request.method);
    return list('transfers', all(), views.transfer, request, parts);
  }
  const record = ledger.transfers.get(id);
  if (!record) throw notFound(`Transfer ${id}`);
  if (below === 'reversals') {
    if (request.method === 'POST') return views.transfer(payments.reverse(id, request.body));
    const reversals = all().filter(({ parent }) => parent === id);
    return list('transfers', reversals, views.transfer, request, parts);
  }
  if (request.method === 'PUT') {
    record.tags = { ...record.tags, ...(request.body['tags'] as object | undefined) };
    ledger.changed(record);
  } else if (request.method !== 'GET') throw notAllowed(request.method);
  return views.transfer(record);
}

function devices(request: Request, parts: Parts): object {
  const { ledger, devices, views } = parts;
  const [, id, below] = request.path;
  if (id === undefined)
    return list('devices', [...ledger.devices.values()], (one) => views.device(one, false), request, parts);
  if (below === 'device_metrics')
    return list('device_metrics', devices.metrics(id), (one) => ({ id: one.id, ...one.view }), request, parts);
  if (request.method === 'PUT') return devices.change(id, request.body);
  return views.device(devices.find(id), request.query.get('include_connection') === 'true');
}

function paymentLinks(request: Request, parts: Parts): object {
  const { ledger, links, views } = parts;
  const [, id, below] = request.path;
  if (id === undefined) {
    if (request.method === 'POST') return views.link(links.create(request.body));
    return list('payment_links', [...ledger.links.values()], views.link, request, parts);
  }
  if (below?.replace('-', '_') === 'delivery_attempts') {
    if (request.method === 'POST') return links.deliver(id, request.body);
    return list('delivery_attempts', [], () => ({ id: '' }), request, parts);
  }
  if (below === 'transfer_attempts') {
    const attempts = links.find(id).transfers.map((one) => ledger.transfers.get(one)!);
    return list('transfer_attempts', attempts, views.transferAttempt, request, parts);
  }
  return views.link(request.method === 'PUT' ? links.change(id, request.body) : links.find(id));
}

/** @throws Refusal when the switch is not `there` */
function refuseUnless(allowed: 'there' | 'missing' | 'forbidden', what: string): void {
  if (allowed === 'missing') throw notFound(what);
  if (allowed === 'forbidden') throw new Refusal(403, 'FORBIDDEN', 'The role may not do that.');
}

function merchants(request: Request, parts: Parts): object {
  const { ledger, devices, switches, views } = parts;
  const [, id, below] = request.path;
  if (id !== undefined && below === 'devices') {
    if (request.method === 'POST') return views.device(devices.create(id, request.body), false);
    const own = [...ledger.devices.values()].filter(({ merchant }) => merchant === id);
    return list('devices', own, (one) => views.device(one, false), request, parts);
  }
  refuseUnless(switches.merchantList, 'merchants');
  if (id !== undefined) {
    const merchant = ledger.merchants.find((one) => one.id === id);
    if (!merchant) throw notFound(`Merchant ${id}`);
    return views.merchant(merchant);
  }
  const entries = ledger.merchants.map((one) => ({ ...one, createdAt: 0, updatedAt: 0 }));
  return list('merchants', entries, (one: Merchant) => views.merchant(one), request, parts);
}

function users(request: Request, parts: Parts): object {
  const { switches, username } = parts;
  const [, id] = request.path;
  refuseUnless(switches.userFetch, 'users');
  const user = { id: username, createdAt: 0, updatedAt: 0 };
  const view = (): Record<string, unknown> & { id: string } => ({
    id: username,
    password: null,
    enabled: true,
    role: 'ROLE_PLATFORM',
    tags: {},
  });
  if (id === undefined) return list('users', [user], view, request, parts);
  if (id !== username) throw notFound(`User ${id}`);
  return view();
}
