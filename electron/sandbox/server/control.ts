/**
 * Implements POST /sandbox/control: commands for tests, which a real platform does not have. They need the same
 * credentials as the API. Each request contains one command, and the reply lists the queued faults.
 */
import { z } from 'zod';
import {
  deviceConnectionValues,
  disputeReasonKnownValues,
  limits,
  merchantStateKnownValues,
  roleValues,
} from '../../platform-api/index.ts';
import { decideDispute, openDispute } from '../operations/disputes.ts';
import { Problem } from '../world/problem.ts';
import { refuseAccept, refuseOpening } from '../rules/dispute-rules.ts';
import { invalidField } from '../rules/refusal.ts';
import { cloudEntries, testCardIds } from '../rules/test-cards.ts';
import { equals } from '../store/collection.ts';
import { newPassword, seal } from '../store/passwords.ts';
import type { StoredUser } from '../store/store.ts';
import { faultSchema } from '../faults/fault.ts';
import type { Fault } from '../faults/fault.ts';
import type { FaultQueue } from '../faults/fault-queue.ts';
import { faultProfileSchema } from '../faults/fault-profile.ts';
import type { FaultProfile } from '../faults/fault-profile.ts';
import type { World } from '../world/world.ts';

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 366 * DAY_MS;

export const CONTROL_PATH = '/sandbox/control';

const controlSchema = z.discriminatedUnion('type', [
  faultSchema.extend({ type: z.literal('fault') }),
  z.object({ type: z.literal('clear-faults') }),
  /** Replaces latency and random faults; an empty profile ends them. */
  z.object({ type: z.literal('fault-profile'), profile: faultProfileSchema }),
  /** Shifts the platform's clock: its timestamps, its Date header, and its decision of what is due. */
  z.object({ type: z.literal('clock-skew'), skewMs: z.int().min(-YEAR_MS).max(YEAR_MS) }),
  /** Connects a device to the network or disconnects it. */
  z.object({ type: z.literal('device-connection'), device: z.string(), connection: z.enum(deviceConnectionValues) }),
  /** Creates credentials of a role, which the reply contains. ROLE_MERCHANT needs its merchant. */
  z.object({ type: z.literal('create-user'), role: z.enum(roleValues), merchant: z.string().nullable().default(null) }),
  /** Disables or enables credentials. */
  z.object({
    type: z.literal('user-enabled'),
    user: z.string(),
    enabled: z.boolean(),
    /** Delay, so that credentials can change during the day. */
    afterMs: z.int().min(0).max(DAY_MS).default(0),
  }),
  /** Changes a user's password from the next request on. Without `password`, the reply contains a new password. */
  z.object({ type: z.literal('set-password'), user: z.string(), password: z.string().min(1).max(1_000).optional() }),
  /** Changes the cloud route. Absent fields stay as they are. */
  z.object({
    type: z.literal('cloud-route'),
    answers: z.enum(['pending', 'held']).optional(),
    decidesAfterMs: z.int().min(0).max(limits.requestTimeoutMs).optional(),
    card: z.enum(testCardIds).optional(),
    /** Entry mode, or null for the card's default. */
    entry: z.enum(cloudEntries).nullable().optional(),
    /** Tip that the customer gives if the terminal asks, minor units. */
    tipMinor: z.int().min(0).max(limits.amountMinor).optional(),
  }),
  /**
   * Opens a customer's dispute of a Transfer, for its full amount unless `amount` says less. The reply contains the
   * Dispute's id.
   */
  z.object({
    type: z.literal('open-dispute'),
    transfer: z.string(),
    amount: z.int().min(1).optional(),
    reason: z.enum(disputeReasonKnownValues).optional(),
  }),
  /** Decides a Dispute now, for the issuing bank. */
  z.object({ type: z.literal('decide-dispute'), dispute: z.string(), outcome: z.enum(['WON', 'LOST']) }),
  z.object({ type: z.literal('merchant-state'), merchant: z.string(), state: z.enum(merchantStateKnownValues) }),
]);
type ControlCommand = z.infer<typeof controlSchema>;
/** A command before parsing, with optional defaults. */
export type ControlRequest = z.input<typeof controlSchema>;

export interface ControlReply {
  faults: readonly Fault[];
  faultProfile: FaultProfile;
  /** Set after `create-user` and `set-password`. */
  username?: string;
  password?: string;
  /** Set after `open-dispute`. */
  dispute?: string;
}

type Command<Type extends ControlCommand['type']> = Extract<ControlCommand, { type: Type }>;

/** @throws Problem 422 when the thing is undefined */
function found<Thing>(thing: Thing | undefined, name: string): Thing {
  if (thing === undefined) throw new Problem(invalidField(name, `There is no such ${name}.`));
  return thing;
}

function createUser(world: World, caller: StoredUser, { role, merchant }: Command<'create-user'>) {
  if (merchant !== null) found(world.store.merchants.find(merchant), 'merchant');
  if ((role === 'ROLE_MERCHANT') !== (merchant !== null)) {
    throw new Problem(invalidField('merchant', 'ROLE_MERCHANT needs a merchant; no other role has one.'));
  }
  const password = newPassword(world.random);
  const { id } = world.store.users.insert({
    application: caller.application,
    role,
    merchant,
    enabled: true,
    tags: {},
    ...seal(password, world.random),
  });
  return { username: id, password };
}

function enableUser(world: World, { user, enabled, afterMs }: Command<'user-enabled'>): void {
  const { users } = world.store;
  const { id } = found(users.find(user), 'user');
  const change = () => {
    const stored = users.find(id);
    if (stored) users.update(stored, { enabled });
  };
  if (afterMs === 0) change();
  else world.later(afterMs, change);
}

function setPassword({ store, random }: World, { user, password = newPassword(random) }: Command<'set-password'>) {
  const stored = found(store.users.find(user), 'user');
  store.users.update(stored, seal(password, random));
  return { username: stored.id, password };
}

function setCloudRoute(
  { cloud }: World,
  { answers, decidesAfterMs, card, entry, tipMinor }: Command<'cloud-route'>,
): void {
  if (answers !== undefined) cloud.answers = answers;
  if (decidesAfterMs !== undefined) cloud.decidesAfterMs = decidesAfterMs;
  if (card !== undefined) cloud.card = card;
  if (entry !== undefined) cloud.entry = entry;
  if (tipMinor !== undefined) cloud.tipMinor = tipMinor;
}

function dispute(world: World, { transfer: id, amount, reason }: Command<'open-dispute'>) {
  const { store } = world;
  const transfer = found(store.transfers.find(id), 'transfer');
  const earlier = store.disputes.all(equals('transfer', transfer.id));
  const refusal = refuseOpening(transfer, earlier, amount ?? transfer.amount);
  if (refusal) throw new Problem(refusal);
  return { dispute: openDispute(world, transfer, { amount, reason }).id };
}

function decide(world: World, command: Command<'decide-dispute'>): void {
  const stored = found(world.store.disputes.find(command.dispute), 'dispute');
  const refusal = refuseAccept(stored);
  if (refusal) throw new Problem(refusal);
  decideDispute(world, stored, command.outcome);
}

/** @returns fields of the reply in addition to the state of the faults */
function perform(world: World, faults: FaultQueue, user: StoredUser, command: ControlCommand): Partial<ControlReply> {
  const { store } = world;
  switch (command.type) {
    case 'fault': {
      const { type: _, ...fault } = command;
      faults.add(fault);
      return {};
    }
    case 'clear-faults':
      faults.clear();
      return {};
    case 'fault-profile':
      faults.setProfile(command.profile);
      return {};
    case 'clock-skew':
      world.setClockSkew(command.skewMs);
      return {};
    case 'device-connection': {
      const device = found(store.devices.find(command.device), 'device');
      store.devices.update(device, { is_online: command.connection === 'OPEN', offline_until: null });
      return {};
    }
    case 'create-user':
      return createUser(world, user, command);
    case 'user-enabled':
      enableUser(world, command);
      return {};
    case 'set-password':
      return setPassword(world, command);
    case 'cloud-route':
      setCloudRoute(world, command);
      return {};
    case 'open-dispute':
      return dispute(world, command);
    case 'decide-dispute':
      decide(world, command);
      return {};
    case 'merchant-state':
      store.merchants.update(found(store.merchants.find(command.merchant), 'merchant'), { state: command.state });
      return {};
  }
}

/** Translates the former names of a command and its field; they are still accepted. */
const formerCommand = z
  .object({ type: z.literal('weather'), weather: z.unknown() })
  .transform(({ weather }) => ({ type: 'fault-profile', profile: weather }));

/** Queued faults and the current profile. */
export const controlState = (faults: FaultQueue): ControlReply => ({
  faults: faults.remaining,
  faultProfile: faults.profile,
});

/** @throws Problem 422 when the command is invalid */
export function control(world: World, faults: FaultQueue, user: StoredUser, body: unknown): ControlReply {
  const parsed = controlSchema.safeParse(formerCommand.safeParse(body).data ?? body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Problem(invalidField(issue?.path.join('.') ?? '', issue?.message ?? 'Not a command.'));
  }
  const more = perform(world, faults, user, parsed.data);
  return { ...controlState(faults), ...more };
}
