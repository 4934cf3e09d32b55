/**
 * Procedures of the platform's password. The role is checked first, and the change is audited before it is made; the
 * audit entry never contains the password.
 */
import type { Operator } from '../../contract/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';
import type { PasswordService } from '../settings/index.ts';
import { signedIn, type Implementer } from './implement.ts';

/** @throws ROLE_… before anything is done */
export function secretsProcedures(os: Implementer, { passwords, roles }: { passwords: PasswordService; roles: Roles }) {
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
