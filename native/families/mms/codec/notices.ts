/** Reads notification 1001, which is about the device itself (reference section 8), into notices. */
import { findTlv } from '../../../framing/tlv.ts';
import type { TerminalNotice } from '../../shared/terminal.ts';
import type { MmsNotification } from './message.ts';

/** Notices of a device notification; empty when it contains nothing that the till uses. */
export function readDeviceNotices(note: MmsNotification): TerminalNotice[] {
  const [category, kind, third, fourth] = note.status;
  if (category === 0x04) {
    return [{ type: 'health', health: { temperatureCelsius: signedByte(fourth) } }];
  }
  if (category !== 0x00) return [];
  switch (kind) {
    case 0x00: {
      const operational = findTlv(note.tlvs, 0x81)?.[0];
      const offlineDetail = findTlv(note.tlvs, 0x82)?.[0];
      const health = {
        ...(operational === undefined ? {} : { isOperational: operational === 0x02 }),
        // Bit 0 of the detail means tampered.
        ...(offlineDetail === undefined ? {} : { isTampered: (offlineDetail & 0x01) !== 0 }),
      };
      return [{ type: 'reset' }, { type: 'health', health }];
    }
    case 0x01: {
      // The terminal announces its daily restart; the last byte of the notification's only value is minutes.
      const minutes = note.tlvs[0]?.value.at(-1);
      return [{ type: 'resetting', inSeconds: minutes === undefined ? null : minutes * 60 }];
    }
    case 0x02:
      if (third === 0x00) return [{ type: 'health', health: { batteryPercent: fourth } }];
      if (third === 0x01) return [{ type: 'resetting', inSeconds: 60 }];
      return third === 0x02 ? [{ type: 'health', health: { batteryPercent: 100 } }] : [];
    case 0x03:
      return [{ type: 'resetting', inSeconds: 0 }];
    default:
      return [];
  }
}

/** Reads a byte as a temperature in two's complement. */
export function signedByte(value: number): number {
  return value > 0x7f ? value - 0x100 : value;
}
