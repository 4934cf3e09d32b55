/**
 * Maps the rows of the specification's table "Transitions and effects", word for word, to their tests. The table below
 * is written from the specification, so a row without a test fails here.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

/** Resource, trigger, condition; the file; the name of its test, or of the group of its tests. */
const rows: readonly (readonly [row: string, file: string, name: string])[] = [
  ['Payment Link | PUT | ACTIVE -> DEACTIVATED', 'payment-links', 'Payment Link | PUT | Link is ACTIVE |'],
  ['Payment Link | PUT | DEACTIVATED -> ACTIVE', 'payment-links', 'Payment Link | PUT | Link is DEACTIVATED |'],
  ['Payment Link in COMPLETED, EXPIRED or DEACTIVATED | PUT', 'payment-links', 'Only nickname and tags may change'],
  ['Authorization | PUT capture | succeeds', 'sandbox-captures', 'the Authorization contains its id'],
  ['Authorization | PUT void | succeeds', 'sandbox-captures', 'releases the hold, and the state stays SUCCEEDED'],
  ['Subscription | POST | no trial, start not in the future', 'subscriptions', 'No trial and start not in the future'],
  ['Subscription | POST | start in the future', 'subscriptions', 'start_subscription_at in the future'],
  ['Subscription | POST | trial_details', 'subscriptions', 'trial_details given'],
  ['Subscription | POST | total_billing_intervals', 'subscriptions', 'total_billing_intervals given'],
  ['Subscription | DELETE', 'subscriptions', 'Subscription cancelled'],
  ['Settlement Queue Entry | PUT | MANUAL mode', 'money', 'in mode MANUAL until they are released'],
  ['Subscription Link | PUT', 'subscription-links', 'Link deactivated'],
  ['User | PUT | disable', 'platform-parties', 'lose their credentials at once when disabled'],
  ['Webhook | PUT | disable', 'webhooks', 'disable requested'],
  ['Dispute | POST submit | evidence complete', 'disputes', 'evidence complete'],
  ['Dispute | POST accept', 'disputes', '/accept, any'],
];

test('the specification’s table has sixteen rows', () => {
  expect(rows).toHaveLength(16);
});

test.each(rows)('%s has a test', (_row, file, name) => {
  const text = readFileSync(resolve(import.meta.dirname, `${file}.test.ts`), 'utf8');
  const named = [...text.matchAll(/(?:test|describe)(?:\.each(?:<[^(]*>)?\([\s\S]*?\))?\(\s*['`]([^\n]*)/g)].map(
    (match) => match[1] ?? '',
  );
  expect(
    named.some((one) => one.includes(name)),
    `${file}: ${name}`,
  ).toBe(true);
});
