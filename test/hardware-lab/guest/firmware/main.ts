/** Terminal firmware in a separate process: the till's simulator behind real USB devices. */
import { toFailure } from '../../../../electron/contract/index.ts';
import { Device } from './device.ts';
import type { Answer, FromFirmware, ToFirmware } from './messages.ts';

const devices = new Map<string, Device>();

function tell(terminal: string, answer: Answer): void {
  process.send?.({ terminal, answer } satisfies FromFirmware);
}

process.on('message', (message: ToFirmware) => {
  const name = message.type === 'add' ? message.options.serialNumber : message.terminal;
  try {
    if (message.type === 'add') {
      devices.set(name, new Device(message.options, (answer) => tell(name, answer)));
      tell(name, { type: 'playing' });
    } else {
      devices.get(name)?.obey(message.command);
      if (message.command.type === 'remove') devices.delete(name);
    }
  } catch (error) {
    tell(name, { type: 'failed', why: toFailure(error).message });
  }
});
process.once('disconnect', () => process.exit(0));
