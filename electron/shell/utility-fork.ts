import { utilityProcess } from 'electron';
import type { MessagePortMain, UtilityProcess } from 'electron';
import { type Fork, type ForkRequest, type StartedProcess } from '../config/index.ts';
import { withoutSecrets } from '../starter/index.ts';

/**
 * Starts the stack's processes as Electron utility processes. Chromium ends them with the shell, even if it crashes.
 */
export function utilityForker(env: NodeJS.ProcessEnv): Fork {
  const kept = withoutSecrets(env);
  return (request) => started(fork(request, kept));
}

function fork({ name, entry, args }: ForkRequest, env: Record<string, string | undefined>): UtilityProcess {
  return utilityProcess.fork(entry, [...args], {
    serviceName: `Tillbridge ${name}`,
    stdio: 'pipe',
    env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}

function started(child: UtilityProcess): StartedProcess {
  let isGone = false;
  child.once('exit', () => {
    isGone = true;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('error', () => {});
    stream?.resume();
  }
  return {
    get pid() {
      return child.pid;
    },
    send: (message, ports = []) => {
      if (isGone) return false;
      child.postMessage(message, [...ports] as MessagePortMain[]);
      return true;
    },
    kill: (signal) => {
      if (isGone) return;
      if (signal === 'SIGTERM') child.kill();
      else if (child.pid !== undefined) killNow(child.pid);
    },
    onMessage: (listener) => void child.on('message', listener),
    onStdout: (listener) => void child.stdout?.on('data', (chunk: Buffer) => listener(chunk.toString())),
    onStderr: (listener) => void child.stderr?.on('data', (chunk: Buffer) => listener(chunk.toString())),
    onExit: (listener) => void child.once('exit', (code) => listener({ code, signal: null })),
  };
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended in between.
  }
}
