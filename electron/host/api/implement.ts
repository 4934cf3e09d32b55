/** The contract as every procedure has it: inputs are parsed on arrival, PINs proven once, failures leave as FAILED. */
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

/** A failure as it leaves over the contract. */
export function refusalError(failure: Failure): ORPCError<'FAILED', Failure> {
  return new ORPCError('FAILED', { defined: true, status: 400, message: failure.message, data: failure });
}

/** Of every refusal by the contract's schemas the one that a person can do something about. */
function cardNumberTyped(error: unknown): TillError | null {
  if (!(error instanceof ORPCError && error.cause instanceof ValidationError)) return null;
  const field = cardNumberField(error.cause.issues);
  if (field === null) return null;
  const said = 'What was typed looks like a card number. Nothing was kept or sent: type it without the number';
  return new TillError('TEXT_CARD_NUMBER', `${said}.`, { context: { field } });
}

/** What procedures are made of. */
export type Implementer = ImplementerInternalWithMiddlewares<Contract, HostContext, HostContext>;

interface Around {
  readonly roles: Roles;
  readonly log: (level: 'info' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** The contract, to be given handlers. */
export function implementContract({ log, roles }: Around): Implementer {
  // What does not fit the contract is refused by the first of the two, before the second works a PIN out.
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
        // A value that does not fit the contract, or something already shaped for it, goes as it is.
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

/** Whether what is asked may need a PIN: a sign-in, or an act. Of payments that begin only a refund is one. */
function asksForPin(path: readonly string[], input: unknown): boolean {
  const name = path.join('.');
  if (name === 'payment.start') return (input as { kind?: unknown } | undefined)?.kind === 'refund';
  return name === 'session.signIn' || rightOf(path)?.act !== undefined;
}

const isStream = (output: unknown): output is AsyncIterable<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

/** A stream that takes a place until it ends, or whoever asked for it is gone. */
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

/** Person who asks or signs in, with a PIN. */
function operatorOf(input: unknown): Operator | undefined {
  const asked = input as ({ operator?: Partial<Operator> } & Partial<Operator>) | undefined;
  const { name, pin } = asked?.operator ?? asked ?? {};
  return typeof name === 'string' && typeof pin === 'string' && pin.length <= 32 ? { name, pin } : undefined;
}

/** Who is signed in to the connection that asks. */
export const signedIn = ({ session }: HostContext): Person | null => session?.person ?? null;
