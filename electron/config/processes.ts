/**
 * A started process: by `child_process.fork` in the browser shell, by Electron's `utilityProcess.fork` in the shell, or
 * a double in tests. The interface has only the members that the starter needs, so that the starter does not depend on
 * the kind.
 */
export interface StartedProcess {
  readonly pid: number | undefined;
  /**
   * Sends one message over the private channel; false when the channel is closed. Ports can be sent in Electron only.
   */
  send(message: unknown, ports?: readonly unknown[]): boolean;
  /** Asks the process to end (SIGTERM) or ends it (SIGKILL). Never throws, also for an ended process. */
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
  onMessage(listener: (message: unknown) => void): void;
  onStdout(listener: (text: string) => void): void;
  onStderr(listener: (text: string) => void): void;
  /** Called once, also if the process could not be started: `code` and `signal` are null then. */
  onExit(listener: (exit: ProcessExit) => void): void;
}

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Name of a process of the stack, also in task lists. */
export type ProcessName = 'host' | 'simulator' | 'sandbox' | 'keyring';

export interface ForkRequest {
  readonly name: ProcessName;
  /** Absolute path of the entry module. */
  readonly entry: string;
  readonly args: readonly string[];
}

/** Starts one process. Never throws: a process that fails to start exits. */
export type Fork = (request: ForkRequest) => StartedProcess;

/** Splits a stream of text into lines and keeps an incomplete line. A line over `maxLength` is split there. */
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
