import type { Failure, FailureCode, PlatformView, TerminalView } from '../../electron/contract/index.ts';
import type { LightView } from '../components/lights.tsx';
import { cableLight, platformLight } from '../frame/light-views.ts';
import { heardWords } from './action-message.ts';
import { deviceRefusal, serialNumberOf, type TerminalRow } from './terminal-rows.ts';
import type { TechnicianTexts } from '../text/technician-words.ts';

/** A large light: the light and its age, its meaning as text, and the reason of a failure. */
export interface BigLight extends LightView {
  detail: string;
  /** Failure code, with its sentence unless the detail has the same content, or null without a failure. */
  reason: { what: string | null; code: string } | null;
}

/** Input of the lights in addition to the row itself. */
export interface LightParts {
  platform: PlatformView;
  nowMs: number;
  /** False while the host is disconnected and the state is old. */
  isLive: boolean;
  texts: TechnicianTexts;
}

/** Codes that would only repeat the state. */
const plainCodes: readonly FailureCode[] = ['LINK_LOST', 'API_UNREACHABLE'];

function reasonOf(failure: Failure | null, texts: TechnicianTexts): BigLight['reason'] {
  if (!failure) return null;
  const { code } = failure;
  return {
    code,
    what: plainCodes.includes(code) ? null : (heardWords(failure, texts) ?? texts.words.failures[code].what),
  };
}

const sinceMs = (instant: string, nowMs: number) => Math.max(0, nowMs - Date.parse(instant));

/** Formats the address as a technician writes it: link and place. */
function addressWords(terminal: TerminalView, texts: TechnicianTexts): string {
  if (terminal.link === null) return terminal.address.replace(/^[a-z]+:/, '');
  return `${texts.words.technician.links[terminal.link]} ${terminal.address.replace(/^[a-z]+:/, '')}`;
}

/** Returns the cable's light of one row. */
export function rowCableLight(row: TerminalRow, { nowMs, isLive, texts }: LightParts): BigLight {
  const { technician } = texts.words;
  const { terminal } = row;
  if (!terminal || terminal.link === null)
    return { state: 'off', age: '', detail: technician.notOnCable, reason: null };
  const light = cableLight(terminal, nowMs, texts, isLive);
  const state = technician.stateFor({
    state: technician.cableStates[terminal.state],
    age: texts.duration(sinceMs(terminal.since, nowMs)),
  });
  return {
    ...light,
    detail: `${state}, ${addressWords(terminal, texts)}`,
    reason: reasonOf(terminal.failure, texts),
  };
}

/** Returns the platform's light of one row: whether the platform is reachable, and the state of the Device. */
export function rowPlatformLight(row: TerminalRow, { platform, nowMs, isLive, texts }: LightParts): BigLight {
  const { technician } = texts.words;
  const { device } = row;
  const reason = reasonOf(platform.failure, texts);
  switch (platform.state) {
    case 'not-configured':
      return { state: 'off', age: '', detail: technician.platformNotConfigured, reason: null };
    case 'refused':
      return { ...platformLight(platform, device, nowMs, texts, isLive), detail: technician.platformRefused, reason };
    case 'unreachable': {
      const detail = technician.platformOut({ age: texts.duration(sinceMs(platform.since, nowMs)) });
      return { ...platformLight(platform, device, nowMs, texts, isLive), detail, reason };
    }
    case 'unknown':
    case 'reachable':
      break;
  }
  const refusal = deviceRefusal(row);
  if (!device) {
    const { what } = refusal ? texts.words.failures[refusal.code] : { what: null };
    const notHere = row.isDeviceUnknown ? technician.deviceNotSaid : technician.notOnPlatform;
    const unmatched = serialNumberOf(row) === null ? technician.noSerialNumber : notHere;
    const code = refusal ? { what: null, code: refusal.code } : null;
    return { state: refusal ? 'down' : 'off', age: '', detail: what ?? unmatched, reason: code };
  }
  const known = device.isEnabled ? technician.enabled : technician.notEnabled;
  const isEnabled = device.isEnabled === null ? technician.enabledUnknown : known;
  const detail = `${technician.connections[device.connection]}, ${isEnabled}`;
  // The host queries which Device the terminal is more often than the rest of its record.
  const matchedAt = row.terminal?.device?.askedAt ?? device.askedAt;
  const askedAt = matchedAt > device.askedAt ? matchedAt : device.askedAt;
  const ageMs = sinceMs(askedAt, nowMs);
  // The state of this Device has its own age, independent of other queries.
  const light = platformLight({ ...platform, askedAt }, device, nowMs, texts, isLive);
  // A terminal on a cable works even if the platform has lost it; a Device without a cable then fails.
  const isOut = !row.terminal && device.connection === 'closed';
  const reasonHere = row.terminal && refusal ? { what: null, code: refusal.code } : null;
  const isUnknown = !row.terminal && device.connection === 'unknown';
  const state = isUnknown ? 'off' : light.state;
  return { state: isOut || reasonHere ? 'down' : state, age: texts.ageAgo(ageMs), detail, reason: reasonHere };
}
