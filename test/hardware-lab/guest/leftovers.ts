/** Finds resources that a closed till must not leave behind in this process and in the system. */
import { readdirSync, readlinkSync } from 'node:fs';
import { remainingGadgets } from './gadget.ts';
import { until } from './waiting.ts';

const LEAVE_MS = 20_000;

const DEVICE = /^\/dev\/(?:tty(?:ACM|USB|GS)|hidraw|hidg|bus\/usb)/;
const NODE = /^(?:tty(?:ACM|USB)\d+|hidraw\d+|hidg\d+)$/;

/** Returns open device files, handles that keep the process alive, nodes and gadgets, as a line to compare. */
function leftovers(): string {
  const open = readdirSync('/proc/self/fd').flatMap((name) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`);
      return DEVICE.test(target) ? [target] : [];
    } catch {
      return [];
    }
  });
  const resources = Map.groupBy(process.getActiveResourcesInfo().filter(isHeld), (name) => name);
  const handles = [...resources].map(([name, list]) => `${name} ${list.length}`).sort();
  const nodes = readdirSync('/dev')
    .filter((name) => NODE.test(name))
    .sort();
  return [
    `open: ${open.sort().join(' ') || 'none'}`,
    `handles: ${handles.join(' ') || 'none'}`,
    `nodes: ${nodes.join(' ') || 'none'}`,
    `gadgets: ${remainingGadgets().join(' ') || 'none'}`,
  ].join('; ');
}

/** Timers and requests come and go with the lab itself; polls and pipes of devices do not. */
function isHeld(name: string): boolean {
  return !/Timeout|Immediate|Req|Promise|TCP|TTY|PipeWrap|ProcessWrap|MessagePort|FSEvent/.test(name);
}

/** Resolves once the nodes of previously pulled devices have disappeared. */
export function atRest(): Promise<string> {
  return until(() => {
    const now = leftovers();
    return now.includes('nodes: none') ? now : null;
  }, 'the nodes of earlier devices to go');
}

/** Waits until the leftovers equal `before`: some handles close shortly after the request. Rejects otherwise. */
export async function asAtRest(before: string): Promise<void> {
  await until(() => leftovers() === before, 'nothing to be left', LEAVE_MS).catch((error: Error) => {
    throw new Error(`left behind: ${leftovers()}, before: ${before}`, { cause: error });
  });
}
