/** Tests that Windows skips, and the reasons: a test skipped there without a reason here counts as failed. */

const line =
  'two ends of a serial line are made by socat, which Windows has not; a sale over COM10 is among the stories';
const bits = 'rights are an access list on the folder there (icacls), not bits of a file';
const folder =
  'a version in a folder of its own, with a link to it, is a form of Linux and macOS; the installer is a suite';
const nodes = 'ports are nodes of a folder on Linux and macOS only';
const disks =
  'small and read-only disks are mounts of Linux, limits of a process those of a Unix shell, and Windows deletes no file that is open';

/** Reason by test file, relative to test/. @type {Readonly<Record<string, string>>} */
export const notOnWindows = {
  'recovery/recovery.test.ts': 'no process of Windows is made to stand still (SIGSTOP)',
  'unit/host/api/access.test.ts': 'the length of a path is a limit of Unix sockets; Windows has named pipes',
  'unit/host/hanging-printer.test.ts': 'the printer that hangs is CUPS, played by scripts of a Unix shell',
  'unit/host/journal/conditions.test.ts': disks,
  'unit/host/journal/recovery-log.test.ts': 'Windows takes a new name to disk by itself; no folder is opened for that',
  'unit/host/journal/windows-files.test.ts':
    'Windows is imitated there, by what Linux says of open files; one test leaves files open',
  'unit/host/receipts/finder.test.ts': line,
  'unit/host/receipts/printer.test.ts':
    'a pipe in place of the printer is made by mkfifo; printers on the network are tested',
  'unit/host/setup/setup.test.ts': disks,
  'unit/host/terminals/neighbourhood.test.ts': line,
  'unit/host/terminals/probe-limiter.test.ts':
    'two names for one port are links of Unix; simulated hours of ports take ten minutes under Wine',
  'unit/host/terminals/on-ptys.test.ts': line,
  'unit/host/terminals/unplug.test.ts': line,
  'unit/native/discovery.test.ts': line,
  'unit/native/hid-link.test.ts': 'Wine has no HID (hid_init fails)',
  'unit/native/link-traps.test.ts': line,
  'unit/native/serial-link.test.ts': line,
  'unit/native/simulator/carriers.test.ts': line,
  'unit/native/simulator/process.test.ts': 'a signal that is sent ends a process at once; its other ends are tested',
  'unit/native/sysfs-ports.test.ts': nodes,
  'unit/native/watch.test.ts': nodes,
  'unit/shell/shell.test.ts': folder,
  'unit/config/data-dir.test.ts': bits,
  'unit/config/record-trouble.test.ts': disks,
  'unit/config/settings-file.test.ts': `${bits}; a link to a file takes an administrator`,
  'unit/config/settings-layers.test.ts': bits,
  'unit/config/settings.test.ts': bits,
  'unit/starter/updates/attacks.test.ts': folder,
  'unit/starter/updates/keeper.test.ts': folder,
  'unit/starter/updates/updates.test.ts': folder,
  'unit/web/service.test.ts': 'Windows has no program that holds sleep off until a pipe closes',
};

/**
 * Lists the skipped tests of a run, and those among them without a reason.
 * @param {readonly import('./results.mjs').Case[]} cases
 * @returns {{ lines: string[], unnamed: string[] }}
 */
export function withoutReason(cases) {
  const lines = [];
  const unnamed = [];
  const skipped = cases.filter(({ state }) => state === 'skipped');
  for (const [path, left] of Map.groupBy(skipped, ({ file }) => file)) {
    const file = path.replace(/^(.*?\/)?test\//, '');
    const because = notOnWindows[file];
    if (because) lines.push(`not on Windows: ${left.length} of ${file}: ${because}`);
    else
      unnamed.push(
        `skipped on Windows without a reason in not-on-windows.mjs: ${file}: ${left.map(({ name }) => name).join('; ')}`,
      );
  }
  return { lines, unnamed };
}
