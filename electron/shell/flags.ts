import { parseArgs } from 'node:util';
import { TillError } from '../contract/index.ts';

export interface ShellFlags {
  readonly isKiosk: boolean;
  /** Training mode, overriding the settings. */
  readonly isTraining: boolean;
  readonly data: string | null;
  readonly platform: string | null;
  readonly terminals: readonly string[];
  readonly isVerbose: boolean;
  /** False with --no-display: the customer display is not opened automatically, even with a second screen. */
  readonly opensDisplay: boolean;
}

/**
 * Parses the flags of the shell. Unknown flags are ignored, because Chromium and the operating system add their own.
 */
export function parseShellFlags(args: readonly string[]): ShellFlags {
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      kiosk: { type: 'boolean' },
      training: { type: 'boolean' },
      data: { type: 'string' },
      platform: { type: 'string' },
      terminal: { type: 'string', multiple: true },
      verbose: { type: 'boolean' },
      'no-display': { type: 'boolean' },
    },
  });
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
  const terminals = Array.isArray(values['terminal']) ? values['terminal'] : [];
  return {
    isKiosk: values['kiosk'] === true,
    isTraining: values['training'] === true,
    data: text(values['data']),
    platform: text(values['platform']),
    terminals: terminals.filter((value): value is string => typeof value === 'string'),
    isVerbose: values['verbose'] === true,
    opensDisplay: values['no-display'] !== true,
  };
}

/**
 * Switches that let another program read and control the till's window; a port does so for every user of the computer.
 */
const DEBUGGING = ['remote-debugging-port', 'remote-debugging-pipe'];

/** The part of Electron's `app` that is used here. */
interface Packaged {
  readonly isPackaged: boolean;
  readonly commandLine: { hasSwitch(name: string): boolean; removeSwitch(name: string): void };
}

/**
 * Forbids debugging of an installed till: Electron's fuses do not cover Chromium's own switches. Must run before
 * Chromium acts on them.
 * @throws TillError CFG_INVALID
 */
export function refuseDebugging({ isPackaged, commandLine }: Packaged): void {
  if (!isPackaged) return;
  const given = DEBUGGING.filter((name) => commandLine.hasSwitch(name));
  for (const name of given) commandLine.removeSwitch(name);
  if (given[0]) throw new TillError('CFG_INVALID', `--${given[0]} would let other programs use the till's window`);
}
