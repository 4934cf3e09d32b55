/** Procedures of settings.json. The role is checked first, and each change is audited before it is made. */
import { personKey } from '../../domain/index.ts';
import { TillError, toFailure, type Operator } from '../../contract/index.ts';
import { settingField } from '../../config/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';
import type { PasswordService, SettingsService } from '../settings/index.ts';
import { signedIn, type Implementer } from './implement.ts';

/** @throws ROLE_… before anything is done */
export function settingsProcedures(
  os: Implementer,
  { settingsService, passwords, roles }: { settingsService: SettingsService; passwords: PasswordService; roles: Roles },
) {
  const noted = (operator: Operator | undefined, context: HostContext, data: Record<string, string>): string =>
    roles.record('settings', operator, null, data, signedIn(context));
  return {
    settings: {
      read: os.settings.read.handler(({ input }) => {
        roles.confirm('settings', input.operator);
        return settingsService.view();
      }),
      check: os.settings.check.handler(({ input: { key, text, secret } }) =>
        settingsService.check(key, secret ?? text ?? null),
      ),
      set: os.settings.set.handler(async ({ input: { key, text, secret, was, operator }, context: connection }) => {
        const { isSecret } = settingField(key);
        const { by = null, at = null } = settingsService.changedBy(key) ?? {};
        noted(operator, connection, { key });
        // A secret is never written to settings.json.
        if (isSecret && secret !== undefined) {
          await passwords.set(secret);
          return { key, from: null, to: null };
        }
        try {
          return settingsService.set(key, secret ?? text ?? null, was);
        } catch (error) {
          const { code, message, context } = toFailure(error);
          if (code !== 'CFG_CHANGED') throw error;
          throw new TillError(code, message, { context: { ...context, by, at } });
        }
      }),
      person: os.settings.person.handler(async ({ input: { change, operator }, context }) => {
        // People who prove their PIN may change that PIN; only a manager sets the first PIN.
        const isOwn =
          change.do === 'pin' &&
          operator?.pin !== undefined &&
          personKey(operator.name) === personKey(change.name) &&
          roles.hasPin(operator.name);
        if (isOwn) roles.record('own-pin', operator, null, {});
        else noted(operator, context, { what: `person-${change.do}`, name: change.name });
        await settingsService.person(change);
      }),
      back: os.settings.back.handler(({ input, context }) => {
        noted(input.operator, context, { what: 'back' });
        settingsService.back();
      }),
    },
  };
}
