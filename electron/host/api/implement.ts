/** The contract as every procedure has it: inputs are parsed on arrival, PINs proven once, failures leave as FAILED. */
import { implement, ORPCError, ValidationError, type ImplementerInternalWithMiddlewares } from '@orpc/server';
import {
  cardNumberField,
  contract,
  type Contract,
  TillError,
  toFailure,
  type Failure,
  type Operator,
  type Person,
} from '../../contract/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';

/** A failure as it leaves over the contract. */
export function refusal(failure: Failure): ORPCError<'FAILED', Failure> {
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
  return implement(contract)
    .$context<HostContext>()
    .use(async ({ next, path, context }) => {
      try {
        context.session?.enter(path);
        return await next();
      } catch (error) {
        const field = cardNumberTyped(error);
        // A value that does not fit the contract, or something already shaped for it, goes as it is.
        if (field === null && error instanceof ORPCError) throw error;
        const failure = toFailure(field ?? error);
        log(failure.code === 'HOST_INTERNAL' ? 'error' : 'info', 'command refused', {
          command: path.join('/'),
          failure,
        });
        throw refusal(failure);
      }
    })
    .use(async ({ next }, input: unknown) => {
      const over = await roles.prove(operatorOf(input));
      try {
        return await next();
      } finally {
        over();
      }
    });
}

/** Who asks or signs in, with a PIN, before the contract has looked at it. */
function operatorOf(input: unknown): Operator | undefined {
  const asked = input as ({ operator?: Partial<Operator> } & Partial<Operator>) | undefined;
  const { name, pin } = asked?.operator ?? asked ?? {};
  return typeof name === 'string' && typeof pin === 'string' && pin.length <= 32 ? { name, pin } : undefined;
}

/** Who is signed in to the connection that asks. */
export const signedIn = ({ session }: HostContext): Person | null => session?.person ?? null;
