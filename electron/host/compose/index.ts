/**
 * Composes the host in stages: storage, platform, terminals, payments, API. The order matters for safety: the journal
 * comes first (it is also the lock on the data folder), and recovery runs before a terminal or screen can send a
 * request.
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
import { passwordUser, passwordReporter } from './passwords.ts';
import { openStorage } from './storage.ts';
import { composePractice, composeTerminals } from './terminals.ts';

export type { EnginePorts, HostParts } from './payments.ts';
export type HostClient = RouterClient<HostRouter>;

/**
 * Time that a command waits for the platform to match a terminal to its Device; payments also work without the match.
 */
const DEVICE_WITHIN_MS = 5_000;

export interface Host {
  /** Id of this run of the host. */
  readonly epoch: string;
  readonly router: HostRouter;
  /** Changes the platform's passwords, from the next request on. */
  readonly use: (passwords: Passwords) => void;
  /** Creates the context of a new connection of this scope. */
  readonly contextFor: (scope: Scope) => ConnectionContext;
  /** Client that calls the contract in-process. */
  readonly client: HostClient;
  /** Address of the local socket (starter/local-socket-proof.ts), or null if the configuration asks for none. */
  readonly socket: string | null;
  state(): HostState;
  /** Reports that the new settings are unusable, so the current settings stay in use. */
  settingsRefused(failure: Failure): void;
  /** Reports a message from the starter that breaks their protocol. */
  notUnderstood(): void;
  /** Offers another version for installation; null withdraws the offer. */
  offerUpdate(update: UpdateView | null): void;
  /**
   * The first ready terminal, with its Device if the platform answers in time.
   * @throws the terminal's failure when no terminal becomes ready
   */
  waitForTerminal(withinMs: number): Promise<TerminalView>;
  /** The attempt once it is final, or its current state when the time has elapsed. */
  settled(
    attempt: string,
    within: { cardMs: number; inDoubtMs: number },
    onChange: (view: AttemptView) => void,
  ): Promise<AttemptView>;
  /** Stops everything in order; idempotent. Unfinished attempts stay on disk, and the next start resumes them. */
  close(): Promise<void>;
}

/**
 * Starts the host. Everything is closed again on failure.
 * @throws JRNL_IN_USE, JRNL_NEWER, JRNL_CORRUPT, CFG_INVALID and others
 */
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
      onPasswordWorked: passwordReporter(parts.secrets, config, base.log('platform')),
    });
    base.onStop(() => platform.close());
    const { terminals, matches } = composeTerminals(base, platform);
    const payments = composePayments(base, platform, terminals, matches, parts);
    const { engine } = payments;
    const payLinks = composePayLinks(base, platform, engine);
    const practice = composePractice(base);
    const apiParts = { ...payments, ...payLinks, platform, terminals, matches, practice };
    const devices = composeDevices(base, apiParts);
    const { router, socket, contextFor, settingsService } = await composeApi(base, apiParts, devices, parts);

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
      settingsRefused: (failure) => settingsService.refused(failure),
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
