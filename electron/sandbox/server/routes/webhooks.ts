/** Subscriptions to events. webhooks/ sends the events. */
import { throwIfRefused } from '../../world/problem.ts';
import { flag } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { defaultEvents, refuseWebhook } from '../../rules/webhook-rules.ts';
import { randomText } from '../../store/ids.ts';
import { representWebhook } from '../../views/webhooks.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

/** Characters of a signing key: more than 256 bits. */
const KEY_LENGTH = 44;

export function webhookHandlers(world: World) {
  const { store } = world;
  const webhooks = resource(world, {
    name: 'webhooks',
    collection: store.webhooks,
    filters: { enabled: flag('enabled') },
    hasTags: false,
    represent: (stored) => representWebhook(world, stored),
  });
  return {
    createWebhook: ({ body, user }) => {
      throwIfRefused(refuseWebhook(body));
      const made = store.transaction(() => {
        const webhook = store.webhooks.insert({
          application: user.application,
          merchant: null,
          url: body.url,
          enabled: body.enabled ?? true,
          authentication: body.authentication ?? { type: 'NONE' },
          enabled_events: body.enabled_events ?? defaultEvents,
          secret_signing_key: randomText(KEY_LENGTH, world.random),
        });
        if (webhook.enabled) world.events.test(webhook.id);
        return webhook;
      });
      const answer = webhooks.created(made);
      return { ...answer, body: { ...answer.body, secret_signing_key: made.secret_signing_key } };
    },
    listWebhooks: (call) => webhooks.list(call),
    fetchWebhook: ({ parameters, user }) => webhooks.fetch(user, parameters.webhook_id),
    updateWebhook: ({ parameters, body, user }) => {
      const found = webhooks.find(user, parameters.webhook_id);
      throwIfRefused(refuseWebhook(body));
      const change = given(body, 'enabled', 'authentication', 'enabled_events');
      const updated = store.transaction(() => {
        if (change.enabled === false) store.outbox.drop(found.id);
        return store.webhooks.update(found, change);
      });
      return webhooks.answer(updated);
    },
  } satisfies Partial<Handlers>;
}
