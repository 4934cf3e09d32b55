/** Composes the terminals: supervision, traffic traces, and the practice terminal's controls. */
import { join } from 'node:path';
import { toFailure, type TerminalView } from '../../contract/index.ts';
import { PRACTICE_TERMINAL_ID, printerPort, readPorts } from '../../config/index.ts';
import { DeviceMatches } from '../devices/index.ts';
import type { Platform } from '../platform/index.ts';
import { random } from '../time/index.ts';
import {
  notAskedOf,
  openDecisions,
  openPairings,
  platformCheckOf,
  Practice,
  TerminalManager,
  TraceFiles,
  watchPorts,
} from '../terminals/index.ts';
import type { Base } from './base.ts';

/** Creates the terminal manager and the matches of terminals to Devices. */
export function composeTerminals(
  base: Base,
  platform: Platform,
): { terminals: TerminalManager; matches: DeviceMatches } {
  const { config, clock, hub, publish, onStop } = base;
  const log = base.log('terminals');
  const { adopts, selfTestAt, traceDir } = config.supervision ?? { adopts: false, selfTestAt: null, traceDir: null };
  const traces = traceDir === null ? null : openTraces(traceDir, base);
  const matches = new DeviceMatches({
    platform,
    clock,
    random,
    log: base.logger('devices'),
    onChange(serialNumber) {
      for (const view of terminals.views()) if (terminals.isDevice(view, serialNumber)) show(view);
    },
  });
  onStop(() => matches.close());
  const show = (view: TerminalView): void => {
    const device = matches.viewOf(terminals.deviceSerialNumber(view), view.route ?? 'cable');
    publish({ type: 'terminal', terminal: device ? { ...view, device } : view });
    base.cablesChanged();
  };
  const terminals = new TerminalManager({
    terminals: config.terminals.map((terminal) => ({
      ...terminal,
      id: terminal.isPractice ? PRACTICE_TERMINAL_ID : terminal.address,
    })),
    clock,
    random,
    publish: (view) => {
      matches.terminalIs(view.id, view.state, terminals.deviceSerialNumber(view));
      show(view);
    },
    onRemoved: (id) => {
      matches.removed(id);
      publish({ type: 'terminal-removed', id });
    },
    onUnmatched: base.publishUnmatched,
    log,
    pairings: openPairings(join(config.dataDir, 'pairings.json'), (what, failure) => log('warn', what, { failure })),
    decisions: openDecisions(decisionsOf(config.dataDir), (what, failure) => log('warn', what, { failure })),
    printer: printerPort(config.receipts?.printer ?? null),
    ...(config.ports ? { portSettings: config.ports } : {}),
    watcher: watchPorts({ onFailure: (error) => log('debug', 'ports', { failure: toFailure(error) }) }),
    adopts,
    ...(selfTestAt === null
      ? {}
      : { selfTest: { at: selfTestAt, platform: () => platformCheckOf(hub.state().platform) } }),
    ...(traces ? { trace: (id, family) => traces.open(id, family) } : {}),
  });
  onStop(() => terminals.stop());
  return { terminals, matches };
}

/** File of the managers' decisions about ports. */
const decisionsOf = (dataDir: string) => join(dataDir, 'ports.json');

/**
 * Reasons why a till with this data folder must not probe a port; for commands that probe ports while the till is
 * stopped.
 * @throws CFG_INVALID
 */
export function portRulesOf(dataDir: string): ReturnType<typeof notAskedOf> {
  const { printer, ...settings } = readPorts(dataDir);
  return notAskedOf({ printer, settings, decisions: openDecisions(decisionsOf(dataDir), () => undefined) });
}

function openTraces(directory: string, { log, onStop }: Base): TraceFiles {
  const traces = new TraceFiles({
    directory,
    onFailure: (path, error) => log('terminals')('warn', 'trace not written', { path, failure: toFailure(error) }),
  });
  onStop(() => traces.close());
  return traces;
}

/** Practice terminal, or null outside training mode. */
export function composePractice({ config, clock, publish, onStop }: Base): Practice | null {
  if (!config.practice) return null;
  const practice = new Practice({
    ...config.practice,
    clock,
    publish: (view) => publish({ type: 'practice', practice: view }),
  });
  onStop(() => practice.stop());
  return practice;
}
