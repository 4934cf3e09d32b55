/** From training to the first real payment. The steps of a setup are in the audit log, and nothing that was typed. */
import { visibleIn, type SetupAnswer, type SetupView } from '../../contract/index.ts';
import type { Roles } from '../roles/index.ts';
import type { AccountTyped, Setup } from '../setup/index.ts';
import type { Asked } from './asked.ts';

/** What answers `setup.…` of the contract. Each throws ROLE_… before anything is done. */
export function setupHandlers({ setup, roles }: { setup: Setup; roles: Pick<Roles, 'record'> }) {
  const noted = ({ input, context }: Asked, step: string): void =>
    void roles.record('setup', input.operator, null, { step }, context.session?.person ?? null);
  return {
    state: (): SetupView => setup.view(),
    tryAccount: (asked: Asked<Omit<AccountTyped, 'mode'>>): Promise<{ merchants: number }> => {
      noted(asked, 'try-account');
      return setup.tryAccount(asked.input);
    },
    answer: (asked: Asked<{ answer: SetupAnswer }>): Promise<SetupView> => {
      noted(asked, asked.input.answer.step);
      return setup.answer(asked.input.answer);
    },
    back: (asked: Asked): Promise<SetupView> => {
      noted(asked, 'back');
      return setup.back();
    },
    skip: (asked: Asked): Promise<SetupView> => {
      noted(asked, 'skip');
      return setup.skip();
    },
    leave: (asked: Asked): Promise<SetupView> => {
      noted(asked, 'leave');
      return setup.leave();
    },
    resume: (asked: Asked): Promise<SetupView> => {
      noted(asked, 'resume');
      return setup.resume();
    },
    terminals: async () => visibleIn(await setup.candidates()),
    testPrint: async (asked: Asked<{ printer: string }>): Promise<void> => {
      noted(asked, 'test-print');
      await setup.testPrint(asked.input.printer);
    },
  };
}
