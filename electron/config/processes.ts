/**
 * One started process, however it was started: `child_process.fork` in the browser shell, Electron's `utilityProcess.fork`
 * in the shell, a stand-in in tests. Only what the starter needs, so that it never learns which it has.
 */
export interface StartedProcess {
  readonly pid: number | undefined;
  /** Sends one message over the private channel; false when the channel is gone. Ports travel in Electron only. */
  send(message: unknown, ports?: readonly unknown[]): boolean;
  /** Asks to end (SIGTERM) or ends (SIGKILL). Never throws; a process that is gone stays gone. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: unknown) => void): void;
  onStdout(listener: (text: string) => void): void;
  onStderr(listener: (text: string) => void): void;
  /** Called once, also when the process could not be started at all (`code` and `signal` null then). */
  onExit(listener: (exit: ProcessExit) => void): void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Which process of the stack this is; also its name in task lists. */
export type ProcessName = 'host' | 'simulator' | 'sandbox' | 'keyring';

export interface ForkRequest {
  readonly name: ProcessName;
  /** Absolute path of the entry module. */
  readonly entry: string;
  readonly args: readonly string[];
}

/** Starts one process. Never throws for a process that fails to start: that is an exit. */
export type Fork = (request: ForkRequest) => StartedProcess;

/** Cuts a stream of text into lines, keeping what is not a whole line yet; a line over `maxLength` is cut there. */
export function lineReader(onLine: (line: string) => void, maxLength = 16_384): (text: string) => void {
  let rest = '';
  return (text) => {
    rest += text;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end).replace(/\r$/, '');
      rest = rest.slice(end + 1);
      onLine(line);
    }
    if (rest.length > maxLength) {
      onLine(rest);
      rest = '';
    }
  };
}
