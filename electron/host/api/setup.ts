/**
 * Procedures of the setup, from training to the first live payment. The audit log records the steps, never the typed
 * values.
 */
import { visibleIn } from '../../domain/index.ts';
import { type Operator } from '../../contract/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';
import type { Setup } from '../setup/index.ts';
import { signedIn, type Implementer } from './implement.ts';

/** @throws ROLE_… before anything is done */
export function setupProcedures(os: Implementer, { setup, roles }: { setup: Setup; roles: Roles }) {
  const noted = (operator: Operator | undefined, context: HostContext, step: string): string =>
    roles.record('setup', operator, null, { step }, signedIn(context));
  const moved = (way: 'back' | 'skip' | 'leave' | 'resume') =>
    os.setup[way].handler(({ input, context }) => {
      noted(input.operator, context, way);
      return setup[way]();
    });
  return {
    setup: {
      state: os.setup.state.handler(() => setup.view()),
      tryAccount: os.setup.tryAccount.handler(({ input, context }) => {
        noted(input.operator, context, 'try-account');
        return setup.tryAccount(input);
      }),
      answer: os.setup.answer.handler(({ input: { answer, operator }, context }) => {
        noted(operator, context, answer.step);
        return setup.answer(answer);
      }),
      back: moved('back'),
      skip: moved('skip'),
      leave: moved('leave'),
      resume: moved('resume'),
      terminals: os.setup.terminals.handler(async () => visibleIn(await setup.candidates())),
      testPrint: os.setup.testPrint.handler(async ({ input: { printer, operator }, context }) => {
        noted(operator, context, 'test-print');
        await setup.testPrint(printer);
      }),
    },
  };
}
