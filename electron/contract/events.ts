import { z } from 'zod';
import { replaceOrPrepend, otherTenderSchema, payLinkViewSchema, RECENT_LINKS, withPayLink } from './pay-links.ts';
import { settingsStateSchema } from './settings.ts';
import { setupViewSchema } from './setup.ts';
import { dismissedChangeSchema, withDismissed } from './dismissed.ts';
import { displayContentSchema } from './display-content.ts';
import { attemptViewSchema, isOpenAttempt } from './attempt-view.ts';
import {
  devicesChangeSchema,
  hostStateSchema,
  journalViewSchema,
  MAX_UNMATCHED,
  platformViewSchema,
  practiceViewSchema,
  RECENT_ATTEMPTS,
  terminalViewSchema,
  tillViewSchema,
  type DevicesChange,
  type DeviceView,
  type HostState,
} from './state.ts';

/** A change of the host's state. Each event replaces a whole part, so applying it twice is harmless. */
const hostEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('attempt'), attempt: attemptViewSchema }),
  z.object({ type: z.literal('terminal'), terminal: terminalViewSchema }),
  z.object({ type: z.literal('terminal-removed'), id: z.string() }),
  z.object({ type: z.literal('platform'), platform: platformViewSchema }),
  z.object({ type: z.literal('devices'), ...devicesChangeSchema.shape }),
  z.object({ type: z.literal('practice'), practice: practiceViewSchema.nullable() }),
  z.object({ type: z.literal('till'), till: tillViewSchema }),
  z.object({ type: z.literal('unmatched'), unmatched: hostStateSchema.shape.unmatched.element }),
  z.object({ type: z.literal('journal'), journal: journalViewSchema }),
  z.object({ type: z.literal('display'), display: displayContentSchema }),
  z.object({ type: z.literal('open-tabs'), openTabs: z.int().min(0) }),
  z.object({ type: z.literal('pay-link'), link: payLinkViewSchema }),
  z.object({ type: z.literal('other-tender'), noted: otherTenderSchema }),
  z.object({ type: z.literal('dismissed'), ...dismissedChangeSchema.shape }),
  z.object({ type: z.literal('setup'), setup: setupViewSchema }),
  z.object({ type: z.literal('settings'), settings: settingsStateSchema }),
  z.object({ type: z.literal('update'), update: hostStateSchema.shape.update.unwrap() }),
]);
export type HostEvent = z.infer<typeof hostEventSchema>;

/** `epoch` identifies one process run of the host: numbers of different epochs are not comparable. */
const wholeSchema = z.object({ epoch: z.string(), seq: z.int(), state: hostStateSchema });
export interface Snapshot extends z.infer<typeof wholeSchema> {}
/** Typed by its name: inlined, the contract's type exceeds the compiler's limit. */
export const snapshotSchema: z.ZodType<Snapshot> = wholeSchema;

/** Items of the event stream: numbered events, or a new snapshot if the numbers could not be continued. */
export const streamItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), epoch: z.string(), seq: z.int(), event: hostEventSchema }),
  z.object({ kind: z.literal('snapshot'), snapshot: snapshotSchema }),
]);
export type StreamItem = z.infer<typeof streamItemSchema>;

/** A changed Device keeps its place, so that a change costs the same with three Devices as with ten thousand. */
function withDevices(devices: DeviceView[], { changed, removed }: DevicesChange): DeviceView[] {
  const [only, ...others] = changed;
  if (!only && removed.length === 0) return devices;
  if (only && others.length === 0 && removed.length === 0) {
    const index = devices.findIndex(({ id }) => id === only.id);
    return index < 0 ? [...devices, only] : devices.with(index, only);
  }
  const [gone, fresh] = [new Set(removed), new Map(changed.map((one) => [one.id, one]))];
  const kept = devices.filter(({ id }) => !gone.has(id)).map((one) => fresh.get(one.id) ?? one);
  for (const { id } of devices) fresh.delete(id);
  return [...kept, ...fresh.values()];
}

/** Returns the next state after an event. Pure; host and UI both use it, so they cannot disagree. */
export function applyEvent(state: HostState, event: HostEvent): HostState {
  switch (event.type) {
    case 'attempt': {
      const attempts = replaceOrPrepend(state.attempts, event.attempt);
      // Open attempts are always kept, however old.
      return {
        ...state,
        attempts: attempts.filter((attempt, index) => index < RECENT_ATTEMPTS || isOpenAttempt(attempt)),
      };
    }
    case 'terminal': {
      const index = state.terminals.findIndex((terminal) => terminal.id === event.terminal.id);
      const terminals = index < 0 ? [...state.terminals, event.terminal] : state.terminals.with(index, event.terminal);
      return { ...state, terminals };
    }
    case 'terminal-removed':
      return { ...state, terminals: state.terminals.filter((terminal) => terminal.id !== event.id) };
    case 'platform':
      return { ...state, platform: event.platform };
    case 'devices':
      return { ...state, devices: withDevices(state.devices, event), deviceList: event.list };
    case 'practice':
      return { ...state, practice: event.practice };
    case 'till':
      return { ...state, till: event.till };
    case 'journal':
      return { ...state, journal: event.journal };
    case 'open-tabs':
      return { ...state, openTabs: event.openTabs };
    case 'display':
      return { ...state, display: event.display };
    case 'pay-link':
      return { ...state, payLinks: withPayLink(state.payLinks ?? [], event.link) };
    case 'other-tender': {
      const notes = replaceOrPrepend(state.otherTenders ?? [], event.noted);
      return { ...state, otherTenders: notes.slice(0, RECENT_LINKS) };
    }
    case 'setup':
      return { ...state, setup: event.setup };
    case 'settings':
      return { ...state, settings: event.settings };
    case 'update':
      return { ...state, update: event.update };
    case 'dismissed':
      return { ...state, dismissed: withDismissed(state.dismissed ?? [], event) };
    case 'unmatched':
      return { ...state, unmatched: [event.unmatched, ...state.unmatched].slice(0, MAX_UNMATCHED) };
  }
}
