/** Notifications that a reader sends about a transaction (reference section 8). */
import type { EntryMode, Prompt } from '../../../../electron/contract/index.ts';
import { cleanLabel, MAX_CHOICES } from '../../shared/driver/application-choice.ts';
import { event, notificationId, progress } from './codes.ts';

export interface Status {
  readonly event: number;
  readonly secondsLeft: number;
  readonly progress: number;
}

export interface Notification {
  readonly id: number;
  readonly data: Uint8Array;
}

/**
 * Reads event, seconds, progress and two bytes that the manual leaves "to be defined", or undefined for another length.
 */
export function readStatus(data: Uint8Array): Status | undefined {
  const [first, secondsLeft, third] = data;
  if (data.length !== 5 || first === undefined || secondsLeft === undefined || third === undefined) return undefined;
  return { event: first, secondsLeft, progress: third };
}

export const encodeStatus = ({ event: first, secondsLeft, progress: third }: Status): Uint8Array =>
  Uint8Array.of(first, secondsLeft, third, 0x00, 0x00);

export interface Selection {
  readonly kind: 'application' | 'language';
  readonly seconds: number;
  readonly title: string;
  readonly items: readonly string[];
}

/** Reads a title and choices, each of them ended by 00. Returns undefined if there is no choice. */
export function readSelection(data: Uint8Array): Selection | undefined {
  const kind = (['application', 'language'] as const)[data[0] ?? -1];
  const seconds = data[1];
  if (!kind || seconds === undefined || data.at(-1) !== 0) return undefined;
  const [title, ...items] = String.fromCharCode(...data.subarray(2, -1))
    .split('\0')
    .map((text) => text.replace(/\n$/, ''));
  if (title === undefined || items.length === 0 || items.length > MAX_CHOICES) return undefined;
  return { kind, seconds, title: cleanLabel(title), items: items.map(cleanLabel) };
}

export function encodeSelection({ kind, seconds, title, items }: Selection): Uint8Array {
  const text = [title, ...items].map((one) => `${one}\0`).join('');
  return Uint8Array.from([kind === 'application' ? 0 : 1, seconds, ...Buffer.from(text, 'latin1')]);
}

export const entryModeOfEvent: Readonly<Record<number, EntryMode>> = {
  [event.cardInserted]: 'chip',
  [event.contactlessSeen]: 'contactless',
  [event.swiped]: 'swipe',
};

const prompts: Readonly<Record<number, Prompt>> = {
  [progress.waitingForPayment]: 'present-card',
  [progress.removeCard]: 'remove-card',
  [progress.contactlessDone]: 'processing',
  [progress.collision]: 'one-card-only',
  [progress.lookAtPhone]: 'see-phone',
};

/**
 * Returns the prompt for the customer at a step. The reader's own texts are ignored: they follow the cardholder's
 * language, and no list of them was available.
 */
export const promptOfProgress = (step: number): Prompt | undefined => prompts[step];

export const isNotification = (id: number): boolean => Object.values<number>(notificationId).includes(id);
