/** settings.json, over the contract: who may is asked first, and a change is written down before it is made. */
import { personKey, TillError, toFailure, type Person, type PersonChange } from '../../contract/index.ts';
import { settingField } from '../../starter/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';
import type { PasswordDesk, SettingsDesk } from '../settings/index.ts';
import type { Asked } from './asked.ts';

interface Typed {
  readonly key: string;
  readonly text?: string | undefined;
  readonly secret?: string | undefined;
}

const signedIn = ({ session }: HostContext): Person | null => session?.person ?? null;

/** What answers `settings.…` of the contract. Each throws ROLE_… before anything is done. */
export function settingsHandlers({
  desk,
  passwords,
  roles,
}: {
  desk: SettingsDesk;
  passwords: PasswordDesk;
  roles: Pick<Roles, 'record' | 'confirm' | 'hasPin'>;
}) {
  const noted = ({ input, context }: Asked, data: Record<string, string>): string =>
    roles.record('settings', input.operator, null, data, signedIn(context));
  return {
    read: ({ input }: Asked) => {
      roles.confirm('settings', input.operator);
      return desk.view();
    },
    check: ({ input: { key, text, secret } }: { input: Typed }) => desk.check(key, secret ?? text ?? null),
    set: async (asked: Asked<Typed & { readonly was?: string | null | undefined }>) => {
      const { key, text, secret, was } = asked.input;
      const lastBefore = desk.changedBy(settingField(key).key);
      noted(asked, { key });
      // Never in the file.
      if (settingField(key).isSecret && secret !== undefined) {
        await passwords.set(secret);
        return { key, from: null, to: null };
      }
      try {
        return desk.set(key, secret ?? text ?? null, was);
      } catch (error) {
        const { code, message, context } = toFailure(error);
        if (code !== 'CFG_CHANGED') throw error;
        throw new TillError(code, message, { context: { ...context, by: lastBefore?.by ?? null, at: lastBefore?.at ?? null } }); // oxfmt-ignore
      }
    },
    person: async (asked: Asked<{ change: PersonChange }>): Promise<void> => {
      const { change, operator } = asked.input;
      // Whoever proves that it is theirs may give themselves another PIN; a first one is given by a manager.
      const isOwn = change.do === 'pin' && operator?.pin !== undefined && personKey(operator.name) === personKey(change.name) && roles.hasPin(operator.name); // oxfmt-ignore
      if (isOwn) roles.record('own-pin', operator, null, {});
      else noted(asked, { what: `person-${change.do}`, name: change.name });
      await desk.person(change);
    },
    back: (asked: Asked): void => {
      noted(asked, { what: 'back' });
      desk.back();
    },
  };
}
