/** Decides which events a Webhook gets, checks a new Webhook, and schedules repeated deliveries. Pure. */
import { backoff } from '../../domain/index.ts';
import { webhookEntityKnownValues, webhookEventTypeKnownValues } from '../../platform-api/index.ts';
import type {
  EnabledEvent,
  WebhookAuthentication,
  WebhookEntity,
  WebhookEventType,
  WebhookUpdate,
} from '../../platform-api/index.ts';
import { invalidField } from './refusal.ts';
import type { Refusal } from './refusal.ts';

export const RECEIVER_TIMEOUT_MS = 10_000;
export const MAX_ATTEMPTS = 8;

const defaultEntities: readonly WebhookEntity[] = [
  'authorization',
  'compliance_form',
  'device',
  'dispute',
  'instrument_update',
  'merchant',
  'payment_link',
  'settlement',
  'subscription',
  'transfer',
  'verification',
];

/** Default events of a Webhook (assumed: the specification does not show the set). */
export const defaultEvents: readonly EnabledEvent[] = defaultEntities.map((entity) => ({
  entity,
  types: ['created', 'updated'],
}));

export function isSubscribed(enabled: readonly EnabledEvent[], entity: WebhookEntity, type: WebhookEventType): boolean {
  return enabled.some((one) => one.entity === entity && one.types.includes(type));
}

/** Delay after a number of failed attempts. Half of it is random. */
export const retryAfterMs = backoff({ firstMs: 5_000, maxMs: 60 * 60_000, jitter: [0.5, 1] });

/** Key under `_embedded`, as in the entity's own lists. */
export function listNameOf(entity: WebhookEntity): string {
  if (entity === 'dispute_evidence') return 'evidence';
  if (/(?:ch|sh|x)$/.test(entity)) return `${entity}es`;
  return entity.endsWith('y') ? `${entity.slice(0, -1)}ies` : `${entity}s`;
}

function refuseUrl(text: string): Refusal | null {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return invalidField('url', 'url must be an http or https address.');
  }
  if (url.username !== '' || url.password !== '') return invalidField('url', 'url must not carry credentials.');
  return url.hash === '' ? null : invalidField('url', 'url must not have a fragment.');
}

const needs: Readonly<Record<WebhookAuthentication['type'], readonly string[]>> = {
  NONE: [],
  BASIC: ['basic.username', 'basic.password'],
  BEARER: ['bearer.token'],
};

function refuseAuthentication(authentication: WebhookAuthentication): Refusal[] {
  const values: Readonly<Record<string, string | undefined>> = {
    'basic.username': authentication.basic?.username,
    'basic.password': authentication.basic?.password,
    'bearer.token': authentication.bearer?.token,
  };
  return needs[authentication.type]
    .filter((name) => values[name] === undefined)
    .map((name) => invalidField(`authentication.${name}`, `${authentication.type} needs ${name}.`));
}

/** Replies may name other events, but a request to subscribe to an unknown event is a mistake. */
function refuseEvents(events: readonly EnabledEvent[]): Refusal[] {
  const entities: readonly string[] = webhookEntityKnownValues;
  const types: readonly string[] = webhookEventTypeKnownValues;
  return events.flatMap((event, index) => [
    ...(entities.includes(event.entity)
      ? []
      : [invalidField(`enabled_events.${index}.entity`, 'There is no such entity.')]),
    ...(event.types.every((type) => types.includes(type))
      ? []
      : [invalidField(`enabled_events.${index}.types`, 'There is no such event type.')]),
  ]);
}

export function refuseWebhook(body: WebhookUpdate & { url?: string }): Refusal[] {
  const url = body.url === undefined ? null : refuseUrl(body.url);
  return [
    ...(url ? [url] : []),
    ...(body.authentication ? refuseAuthentication(body.authentication) : []),
    ...(body.enabled_events ? refuseEvents(body.enabled_events) : []),
  ];
}
