import { call, Procedure, type AnyMiddleware, type AnyProcedure, type AnyRouter } from '@orpc/server';
import {
  applyEvent,
  rightOf,
  scopes,
  type AttemptView,
  type Failure,
  type HostEvent,
  type HostState,
  type Scope,
  type StreamItem,
} from '../../contract/index.ts';
import { refusalError } from './implement.ts';
import type { HostRouter } from './router.ts';
import { viewsOf, type View } from './views.ts';

/** Scope in a local connection's path, such as `/display`, or null. `/contract` is the scope of a till's window. */
export function scopeOfPath(path: string | undefined): Scope | null {
  const asked = path?.slice(1);
  return asked === 'contract' ? 'till' : (scopes.find((one) => one === asked) ?? null);
}

/** A kiosk has no cashier, so every till window there is the guest's. */
export function scopeAt(asked: Scope, { isKiosk }: Pick<HostState['till'], 'isKiosk'>): Scope {
  return isKiosk && asked === 'till' ? 'kiosk' : asked;
}

/** Procedures that the table of rights grants to a connection's scope. Every other procedure answers "not found". */
export function routerFor(router: HostRouter, scope: Scope): AnyRouter {
  const view = viewsOf[scope];
  const host = async (): Promise<HostState> => (await call(router.snapshot, undefined)).state;
  return routerOf(router, [], scope, (path, procedure) => (view ? seenAs(procedure, path, view, host) : procedure));
}

type Part = { readonly [name: string]: Part | AnyProcedure };

function routerOf(
  part: Part,
  path: readonly string[],
  scope: Scope,
  given: (path: readonly string[], procedure: AnyProcedure) => AnyProcedure,
): AnyRouter {
  const kept = Object.entries(part).flatMap(([name, value]): [string, AnyRouter][] => {
    const at = [...path, name];
    if (!(value instanceof Procedure)) return [[name, routerOf(value, at, scope, given)]];
    return rightOf(at)?.scopes.includes(scope) ? [[name, given(at, value)]] : [];
  });
  return Object.fromEntries(kept) as AnyRouter;
}

/** Wraps a procedure so that its output is filtered by the view. */
function seenAs(
  procedure: AnyProcedure,
  path: readonly string[],
  view: View,
  host: () => Promise<HostState>,
): AnyProcedure {
  const definition = procedure['~orpc'];
  const name = path.join('.');
  return new Procedure({
    ...definition,
    // The gate runs first, so the host does no work for a refused request.
    middlewares: [gateOf(name, view, host), ...definition.middlewares],
    inputValidationIndex: definition.inputValidationIndex + 1,
    outputValidationIndex: definition.outputValidationIndex + 1,
    handler: async (options) => {
      // Always start from a snapshot: the view of an event depends on the state before the event.
      if (name === 'events') {
        const asked = options.input as { epoch: string; after: number };
        const whole = { ...options, input: { epoch: '', after: 0 } };
        return seenItems((await definition.handler(whole)) as AsyncIterable<StreamItem>, view, asked);
      }
      const output: unknown = await definition.handler(options);
      if (name === 'snapshot') {
        const snapshot = output as { state: HostState };
        return { ...snapshot, state: view.state(snapshot.state) };
      }
      return isAttempt(output) ? view.attempt(output) : output;
    },
  });
}

/**
 * Refuses inputs that are outside the scope of an allowed procedure. The input is not parsed yet: a payment without a
 * kind is a sale.
 */
function gateOf(name: string, view: View, host: () => Promise<HostState>): AnyMiddleware {
  return async ({ next }, input: unknown) => {
    const { attempt, kind = 'sale' } = (input ?? {}) as { attempt?: unknown; kind?: unknown };
    if (typeof attempt === 'string') await checkSeen(attempt, view, host);
    if (name === 'payment.start' && kind !== 'sale') throw refusalError(onlySells);
    return next();
  };
}

const isAttempt = (output: unknown): output is AttemptView =>
  typeof output === 'object' && output !== null && 'reversals' in output && 'timings' in output;

/** Refuses the id of a payment that this scope cannot see. */
async function checkSeen(attempt: string, view: View, host: () => Promise<HostState>): Promise<void> {
  if (view.state(await host()).attempts.some(({ id }) => id === attempt)) return;
  throw refusalError({ code: 'PAY_NOT_FOUND', message: 'There is no payment with this id.', context: { attempt } });
}

/** Guests may only buy: authorizations and refunds are refused. */
const onlySells: Failure = {
  code: 'ROLE_REQUIRED',
  message: 'Only sales are taken here.',
  context: { role: 'manager' },
};

/** No-op event that carries the number of an event hidden from this scope. */
const unseen: HostEvent = { type: 'dismissed', add: [], remove: [] };

/** Filters a stream through the view and keeps the event numbers. */
async function* seenItems(
  items: AsyncIterable<StreamItem>,
  view: View,
  { epoch, after: known }: { epoch: string; after: number },
): AsyncGenerator<StreamItem, void, void> {
  let before: HostState | null = null;
  for await (const item of items) {
    if (item.kind === 'snapshot') {
      const isKnown = before === null && item.snapshot.epoch === epoch && item.snapshot.seq === known;
      before = item.snapshot.state;
      if (isKnown) continue;
      yield { kind: 'snapshot', snapshot: { ...item.snapshot, state: view.state(before) } };
      continue;
    }
    if (before === null) continue;
    const after: HostState = applyEvent(before, item.event);
    const event = view.event(item.event, before, after);
    // Restoring a dismissed item may reveal state that this scope has never received, so send a snapshot.
    const isBroughtBack = item.event.type === 'dismissed' && item.event.remove.length > 0;
    before = after;
    yield isBroughtBack
      ? { kind: 'snapshot', snapshot: { epoch: item.epoch, seq: item.seq, state: view.state(after) } }
      : { kind: 'event', epoch: item.epoch, seq: item.seq, event: event ?? unseen };
  }
}
