/** The platform's password, over the contract: who may is asked first, and that it is changed is written down before it is, without it. */
import type { Operator } from '../../contract/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';
import type { PasswordDesk } from '../settings/index.ts';
import { signedIn, type Implementer } from './implement.ts';

/** Each change throws ROLE_… before anything is done. */
export function secretsProcedures(os: Implementer, { passwords, roles }: { passwords: PasswordDesk; roles: Roles }) {
  const noted = (operator: Operator | undefined, context: HostContext, what: string): string =>
    roles.record('settings', operator, null, { key: 'platform.password', what }, signedIn(context));
  return {
    secrets: {
      where: os.secrets.where.handler(() => passwords.where()),
      set: os.secrets.set.handler(({ input: { password, operator }, context }) => {
        noted(operator, context, 'set');
        return passwords.set(password);
      }),
      forget: os.secrets.forget.handler(({ input: { which, operator }, context }) => {
        noted(operator, context, `forget-${which}`);
        return passwords.forget(which);
      }),
    },
  };
}
