import { parseArgs } from 'node:util';

export interface ShellFlags {
  readonly isKiosk: boolean;
  /** Practice, whatever the settings say. */
  readonly isTraining: boolean;
  readonly data: string | null;
  readonly platform: string | null;
  readonly terminals: readonly string[];
  readonly isVerbose: boolean;
  /** False with --no-display: no customer display by itself, also where there is a second screen. */
  readonly opensDisplay: boolean;
}

/**
 * Reads the flags the shell knows. Unlike on a command line, unknown ones are passed over: Chromium and the operating
 * system add their own to a program's.
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
