/** API credentials. The password is sent once, in the answer to its creation; the store has only a hash. */
import { roleValues } from '../../../platform-api/index.ts';
import type { Role } from '../../../platform-api/index.ts';
import { Problem } from '../../world/problem.ts';
import { flag, oneOf, text } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { invalidField } from '../../rules/refusal.ts';
import { refuseRoleGrant } from '../../rules/user-rules.ts';
import { newPassword, seal } from '../../store/passwords.ts';
import { findApplication } from './applications.ts';
import { representUser } from '../../views/parties.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

export function userHandlers(world: World) {
  const { store } = world;
  const users = resource(world, {
    name: 'users',
    collection: store.users,
    filters: { enabled: flag('enabled'), role: oneOf('role', roleValues), application: text('application') },
    represent: (stored) => representUser(world, stored),
  });
  return {
    createUser: ({ parameters, body, user }) => {
      const application = findApplication(world, user, parameters.application_id);
      const role: Role = body.role ?? 'ROLE_PLATFORM';
      const merchant = body.merchant ?? null;
      const refusal = refuseRoleGrant(user.role, role, merchant);
      if (refusal) throw new Problem(refusal);
      if (merchant !== null && store.merchants.find(merchant)?.application !== application.id) {
        throw new Problem(invalidField('merchant', 'The application has no such merchant.'));
      }
      const password = newPassword(world.random);
      const made = store.users.insert({
        application: application.id,
        role,
        merchant,
        enabled: true,
        tags: body.tags ?? {},
        ...seal(password, world.random),
      });
      return { ...users.created(made), body: representUser(world, made, password) };
    },
    listUsers: (call) => users.list(call),
    fetchUser: ({ parameters, user }) => users.fetch(user, parameters.user_id),
    updateUser: ({ parameters, body, user }) => {
      const found = users.find(user, parameters.user_id);
      const refusal = refuseRoleGrant(user.role, found.role, found.merchant);
      if (refusal) throw new Problem(refusal);
      return users.answer(store.users.update(found, given(body, 'enabled', 'tags')));
    },
  } satisfies Partial<Handlers>;
}
