/** Subscriptions to events. */
import type { EnabledEvent, WebhookAuthentication } from '../../../platform-api/index.ts';

export interface WebhookRecord {
  application: string;
  /** Always null: a Webhook belongs to the application, so ROLE_MERCHANT cannot see it. */
  merchant: null;
  url: string;
  enabled: boolean;
  /** Includes secrets, which are needed to send but never shown again. */
  authentication: WebhookAuthentication;
  enabled_events: readonly EnabledEvent[];
  secret_signing_key: string;
}
