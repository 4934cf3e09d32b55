/**
 * Middleware of every procedure: inputs are parsed on arrival, PINs are verified once, and failures leave as FAILED.
 */
import { implement, ORPCError, ValidationError, type ImplementerInternalWithMiddlewares } from '@orpc/server';
import { type Person } from '../../domain/index.ts';
import {
  cardNumberField,
  contract,
  rightOf,
  type Contract,
  TillError,
  toFailure,
  type Failure,
  type Operator,
} from '../../contract/index.ts';
import type { HostContext, Load, Roles } from '../roles/index.ts';

/** Converts a failure to the contract's error. */
export function refusalError(failure: Failure): ORPCError<'FAILED', Failure> {
  return new ORPCError('FAILED', { defined: true, status: 400, message: failure.message, data: failure });
}

/** A typed card number is the only schema refusal that the cashier can correct, so it gets its own code. */
function cardNumberTyped(error: unknown): TillError | null {
  if (!(error instanceof ORPCError && error.cause instanceof ValidationError)) return null;
  const field = cardNumberField(error.cause.issues);
  if (field === null) return null;
  const message = 'The typed text looks like a card number. Nothing was kept or sent: type the text without the number';
  return new TillError('TEXT_CARD_NUMBER', `${message}.`, { context: { field } });
}

export type Implementer = ImplementerInternalWithMiddlewares<Contract, HostContext, HostContext>;

interface Around {
  readonly roles: Roles;
  readonly log: (level: 'info' | 'error', message: string, context?: Record<string, unknown>) => void;
}

export function implementContract({ log, roles }: Around): Implementer {
  // The first middleware rejects inputs that break the contract, before the second spends time on hashing a PIN.
  return implement(contract, { initialInputValidationIndex: -1 })
    .$context<HostContext>()
    .use(async ({ next, path, context, signal }) => {
      try {
        context.session?.enter(path);
        const done = await context.load?.begin();
        try {
          const answer = await next();
          return isStream(answer.output) ? { ...answer, output: counted(answer.output, context.load, signal) } : answer;
        } finally {
          done?.();
        }
      } catch (error) {
        const field = cardNumberTyped(error);
        // Errors already shaped for the contract, such as other schema refusals, pass unchanged.
        if (field === null && error instanceof ORPCError) throw error;
        const failure = toFailure(field ?? error);
        log(failure.code === 'HOST_INTERNAL' ? 'error' : 'info', 'command refused', {
          command: path.join('/'),
          failure,
        });
        throw refusalError(failure);
      }
    })
    .use(async ({ next, path, context, signal }, input: unknown) => {
      const operator = asksForPin(path, input) ? operatorOf(input) : undefined;
      if (!operator) return next();
      const proven = context.load?.proof();
      let over: () => void;
      try {
        over = await roles.prove(operator, signal);
      } finally {
        proven?.();
      }
      try {
        return await next();
      } finally {
        over();
      }
    });
}

/** True if the request may need a PIN: a sign-in or an audited act. A new payment needs a PIN only for a refund. */
function asksForPin(path: readonly string[], input: unknown): boolean {
  const name = path.join('.');
  if (name === 'payment.start') return (input as { kind?: unknown } | undefined)?.kind === 'refund';
  return name === 'session.signIn' || rightOf(path)?.act !== undefined;
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

/** Counts a stream against the load limits until the stream ends or its caller disconnects. */
function counted(
  items: AsyncIterable<unknown>,
  load: Load | undefined,
  signal: AbortSignal | undefined,
): AsyncIterable<unknown> {
  const over = load?.stream() ?? (() => undefined);
  if (signal?.aborted) over();
  signal?.addEventListener('abort', over, { once: true });
  return (async function* () {
    try {
      yield* items;
    } finally {
      over();
    }
  })();
}

/** Name and PIN of the caller, or undefined. */
function operatorOf(input: unknown): Operator | undefined {
  const asked = input as ({ operator?: Partial<Operator> } & Partial<Operator>) | undefined;
  const { name, pin } = asked?.operator ?? asked ?? {};
  return typeof name === 'string' && typeof pin === 'string' && pin.length <= 32 ? { name, pin } : undefined;
}

/** Person signed in on the caller's connection, or null. */
export const signedIn = ({ session }: HostContext): Person | null => session?.person ?? null;
