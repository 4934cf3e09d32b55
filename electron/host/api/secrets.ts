/** The platform's password, over the contract: who may is asked first, and that it is changed is written down before it is, without it. */
import type { ForgottenSecrets, KeptSecret, SecretsView } from '../../contract/index.ts';
import type { Roles } from '../roles/index.ts';
import type { PasswordDesk } from '../settings/index.ts';
import type { Asked } from './asked.ts';

/** What answers `secrets.…` of the contract. Each change throws ROLE_… before anything is done. */
export function secretsHandlers({ passwords, roles }: { passwords: PasswordDesk; roles: Pick<Roles, 'record'> }) {
  const noted = ({ input, context }: Asked, what: string): void =>
    void roles.record('settings', input.operator, null, { key: 'platform.password', what }, context.session?.person ?? null); // oxfmt-ignore
  return {
    where: (): Promise<SecretsView> => passwords.where(),
    set: (asked: Asked<{ password: string }>): Promise<KeptSecret> => {
      noted(asked, 'set');
      return passwords.set(asked.input.password);
    },
    forget: (asked: Asked<{ which: ForgottenSecrets }>): Promise<SecretsView> => {
      noted(asked, `forget-${asked.input.which}`);
      return passwords.forget(asked.input.which);
    },
  };
}
