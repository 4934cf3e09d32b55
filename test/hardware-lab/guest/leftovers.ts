/** What a till that has closed must not leave behind in this process and in the system. */
import { readdirSync, readlinkSync } from 'node:fs';
import { remainingGadgets } from './gadget.ts';

const DEVICE = /^\/dev\/(?:tty(?:ACM|USB|GS)|hidraw|hidg|bus\/usb)/;
const NODE = /^(?:tty(?:ACM|USB)\d+|hidraw\d+|hidg\d+)$/;

/** Open device files, handles and timers that keep the process alive, device nodes, gadgets: as one line to compare. */
export function leftovers(): string {
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
  const nodes = readdirSync('/dev').filter((name) => NODE.test(name)).sort();
  return [
    `open: ${open.sort().join(' ') || 'none'}`,
    `handles: ${handles.join(' ') || 'none'}`,
    `nodes: ${nodes.join(' ') || 'none'}`,
    `gadgets: ${remainingGadgets().join(' ') || 'none'}`,
  ].join('; ');
} // prettier-ignore

/** Timers and requests come and go with the lab itself; polls and pipes of devices do not. */
function isHeld(name: string): boolean {
  return !/Timeout|Immediate|Req|Promise|TCP|TTY|PipeWrap|ProcessWrap|MessagePort|FSEvent/.test(name);
}
