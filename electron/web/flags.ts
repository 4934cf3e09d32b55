import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { TillError } from '../contract/index.ts';

export interface Flags {
  readonly isKiosk: boolean;
  /** Training mode, overriding the settings. */
  readonly isTraining: boolean;
  readonly opensBrowser: boolean;
  /** If the till is already running, open its window instead of failing. */
  readonly showsRunning: boolean;
  readonly isVerbose: boolean;
  readonly isHelp: boolean;
  /** Serve at the bare address, for a browser that cannot resolve names under `.localhost`. */
  readonly isByAddress: boolean;
  /** Null means the default port, or any free one. */
  readonly port: number | null;
  readonly data: string | null;
  readonly platform: string | null;
  readonly terminals: readonly string[];
}

/** Port that is tried first, so that firewall and proxy rules keep working. */
export const DEFAULT_PORT = 4780;

/** Command that starts this program: a package lacks the sources and npm. */
const COMMAND = existsSync(new URL(import.meta.url)) ? 'npm start --' : 'tillbridge-till';

export const HELP = `Usage: ${COMMAND} [options]

  --no-open          do not open a browser
  --show             where the till runs already, open its window
  --port N           port of the UI (default: ${DEFAULT_PORT} or, if it is taken, a free one; 0: a free one)
  --by-address       serve at 127.0.0.1 instead of a name of this start, for Safari; weaker (electron/web/README.md)
  --data DIR         data folder (default: the system's place for program data)
  --kiosk            full-screen customer flow
  --training         practice with the sandbox of this computer, whatever the settings say; its records are its own
  --platform URL     live mode with this platform (credentials: TILLBRIDGE_USERNAME, TILLBRIDGE_PASSWORD)
  --terminal ADDRESS serial:PATH, tcp:HOST:PORT or hid:SERIALNUMBER; may be given several times
  --verbose          show what the processes log
  --help             this text
`;

/**
 * Parses the command line.
 * @throws TillError CFG_INVALID with a sentence
 */
export function parseFlags(args: readonly string[]): Flags {
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      allowPositionals: false,
      options: {
        'no-open': { type: 'boolean', default: false },
        show: { type: 'boolean', default: false },
        port: { type: 'string' },
        'by-address': { type: 'boolean', default: false },
        data: { type: 'string' },
        kiosk: { type: 'boolean', default: false },
        training: { type: 'boolean', default: false },
        platform: { type: 'string' },
        terminal: { type: 'string', multiple: true, default: [] },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    const sentence = error instanceof Error ? error.message.split('. ')[0] : 'The options could not be read';
    throw new TillError('CFG_INVALID', `${sentence}. See ${COMMAND} --help`, { cause: error });
  }
  if (values.data === '') throw new TillError('CFG_INVALID', '--data needs a folder');
  return {
    isKiosk: values.kiosk,
    isTraining: values.training,
    opensBrowser: !values['no-open'],
    showsRunning: values.show,
    isVerbose: values.verbose,
    isHelp: values.help,
    isByAddress: values['by-address'],
    port: values.port === undefined ? null : parsePort(values.port),
    data: values.data ?? null,
    platform: values.platform ?? null,
    terminals: values.terminal,
  };
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^[0-9]{1,5}$/.test(text) && port <= 65_535) return port;
  throw new TillError('CFG_INVALID', `--port ${text} is not a port number (0 to 65535)`);
}
