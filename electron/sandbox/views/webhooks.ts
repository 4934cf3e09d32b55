/** Represents Webhooks in replies: shows the signing key once, and never the secrets of the authentication. */
import type { Webhook, WebhookAuthentication, WebhookAuthenticationShown } from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import type { Stored } from '../store/collection.ts';
import type { WebhookRecord } from '../store/records/index.ts';
import { links, shown } from './common.ts';
import type { World } from '../world/world.ts';

function withoutSecrets({ type, basic }: WebhookAuthentication): WebhookAuthenticationShown {
  switch (type) {
    case 'NONE':
      return { type };
    case 'BASIC':
      return { type, basic: { username: basic?.username ?? '', password: null } };
    case 'BEARER':
      return { type, bearer: { token: null } };
  }
}

export const representWebhook = (world: World, stored: Stored<WebhookRecord>): Webhook => ({
  ...shown(stored, 'application', 'url', 'enabled'),
  enabled_events: [...stored.enabled_events],
  authentication: withoutSecrets(stored.authentication),
  _links: links(world, {
    self: pathOf('fetchWebhook', { webhook_id: stored.id }),
    application: pathOf('fetchApplication', { application_id: stored.application }),
  }),
});
