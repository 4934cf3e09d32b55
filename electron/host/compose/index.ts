/**
 * Puts the host together in stages: storage, platform, terminals, payments, API. The order is the order of safety: the
 * journal first (it is also the lock on the data folder), recovery before any terminal or screen can ask for anything.
 */
import { createRouterClient, type RouterClient } from '@orpc/server';
import type { AttemptView, Failure, HostState, Scope, TerminalView, UpdateView } from '../../contract/index.ts';
import type { HostConfig, Passwords } from '../../config/index.ts';
import {
  untilDeviceKnown,
  untilSettled,
  waitForTerminal,
  type ConnectionContext,
  type HostRouter,
} from '../api/index.ts';
import { abortOnShutdown } from '../payments/index.ts';
import { systemClock } from '../../domain/index.ts';
import { random } from '../time/index.ts';
import { connectPlatform } from '../platform/index.ts';
import { composeApi, composeDevices } from './api.ts';
import { composePayLinks, composePayments, type HostParts } from './payments.ts';
import { passwordUser, workedTeller } from './passwords.ts';
import { openStorage } from './storage.ts';
import { composePractice, composeTerminals } from './terminals.ts';

export type { EnginePorts, HostParts } from './payments.ts';
export type HostClient = RouterClient<HostRouter>;

/** How long a command waits for the platform's word on a terminal's Device; a payment can do without. */
const DEVICE_WITHIN_MS = 5_000;

/** A running host. */
export interface Host {
  /** Names this life of the host. */
  readonly epoch: string;
  readonly router: HostRouter;
  /** Other passwords for the platform, from the next request on. */
  readonly use: (passwords: Passwords) => void;
  /** What procedures are given on a new connection of this scope. */
  readonly contextFor: (scope: Scope) => ConnectionContext;
  /** The contract, called in-process. */
  readonly client: HostClient;
  /** Address of the local socket (starter/local-socket-proof.ts), where one was asked for. */
  readonly socket: string | null;
  state(): HostState;
  /** New settings cannot be used: those of this life hold on. */
  settingsRefused(failure: Failure): void;
  /** The starter said something that is not in its protocol. */
  notUnderstood(): void;
  /** Another version is ready; null: none is. */
  offerUpdate(update: UpdateView | null): void;
  /** The first ready terminal, and its Device where the platform says in time; throws its failure when there will be none. */
  waitForTerminal(withinMs: number): Promise<TerminalView>;
  /** The attempt once final, or as it stands when the time is over. */
  settled(
    attempt: string,
    within: { cardMs: number; inDoubtMs: number },
    onChange: (view: AttemptView) => void,
  ): Promise<AttemptView>;
  /** Ordered stop; idempotent. Unfinished attempts stay on disk and are resumed by the next start. */
  close(): Promise<void>;
}

/** Starts everything. Rejects with a TillError (JRNL_IN_USE, JRNL_NEWER, JRNL_CORRUPT, CFG_INVALID…); nothing is left open then. */
export async function composeHost(config: HostConfig, parts: HostParts = {}): Promise<Host> {
  const clock = systemClock;
  const stops: (() => Promise<void> | void)[] = [];
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    const base = openStorage(config, clock, (stop) => void stops.push(stop));
    const { hub, epoch } = base;
    const platform = connectPlatform({
      settings: config.platform,
      till: config.till.name,
      clock,
      random,
      log: base.logger('platform'),
      publish: (view) => base.publish({ type: 'platform', platform: view }),
      onPasswordWorked: workedTeller(parts.secrets, config, base.log('platform')),
    });
    base.onStop(() => platform.close());
    const { terminals, matches } = composeTerminals(base, platform);
    const payments = composePayments(base, platform, terminals, matches, parts);
    const { engine } = payments;
    const payLinks = composePayLinks(base, platform, engine);
    const practice = composePractice(base);
    const apiParts = { ...payments, ...payLinks, platform, terminals, matches, practice };
    const devices = composeDevices(base, apiParts);
    const { router, socket, contextFor, desk } = await composeApi(base, apiParts, devices, parts);

    terminals.start();
    practice?.start();
    platform.start();
    devices.start();

    let closing: Promise<void> | null = null;
    return {
      epoch,
      router,
      contextFor,
      use: passwordUser(base, platform),
      client: createRouterClient(router),
      socket,
      state: () => hub.state(),
      settingsRefused: (failure) => desk.refused(failure),
      notUnderstood: () =>
        base.log('host')('error', 'a message of the starter cannot be read', { code: 'IPC_INVALID' }),
      offerUpdate: (update) => base.publish({ type: 'update', update }),
      waitForTerminal: async (withinMs) => {
        const terminal = await waitForTerminal(hub, clock, withinMs);
        await untilDeviceKnown(hub, clock, terminal.id, DEVICE_WITHIN_MS);
        return terminal;
      },
      settled: async (attempt, within, onChange) =>
        (await untilSettled(hub, clock, attempt, within, onChange)) ?? engine.get(attempt),
      close() {
        closing ??= abortOnShutdown(engine, config.isKiosk).then(stopAll);
        return closing;
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
