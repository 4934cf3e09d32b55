import type { Failure, FailureCode, PlatformView, TerminalView } from '../../electron/contract/index.ts';
import type { LightView } from '../components/lights.tsx';
import { cableLight, platformLight } from '../frame/light-views.ts';
import { heardWords } from './action-message.ts';
import { deviceRefusal, serialNumberOf, type TerminalRow } from './terminal-rows.ts';
import type { TechnicianTexts } from '../text/technician-words.ts';

/** A large light: the lamp and its age, what it means in words, and the reason where something is wrong. */
export interface BigLight extends LightView {
  detail: string;
  /** Failure code, with its sentence unless the detail says the same; null when all is well. */
  reason: { what: string | null; code: string } | null;
}

/** What the lights are made of, besides the row itself. */
export interface LightParts {
  platform: PlatformView;
  nowMs: number;
  /** False: the host is away, and everything is from before. */
  isLive: boolean;
  texts: TechnicianTexts;
}

/** Codes that say no more than the state itself. */
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

/** The address as a technician writes it down: how, and where. */
function addressWords(terminal: TerminalView, texts: TechnicianTexts): string {
  if (terminal.link === null) return terminal.address.replace(/^[a-z]+:/, '');
  return `${texts.words.technician.links[terminal.link]} ${terminal.address.replace(/^[a-z]+:/, '')}`;
}

/** The cable's light of one row. */
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

/** The platform's light of one row: can it be reached, and what does its Device say. */
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
    const notHere = row.isUnsaid ? technician.deviceNotSaid : technician.notOnPlatform;
    const unmatched = serialNumberOf(row) === null ? technician.noSerialNumber : notHere;
    const code = refusal ? { what: null, code: refusal.code } : null;
    return { state: refusal ? 'down' : 'off', age: '', detail: what ?? unmatched, reason: code };
  }
  const known = device.isEnabled ? technician.enabled : technician.notEnabled;
  const isEnabled = device.isEnabled === null ? technician.enabledUnknown : known;
  const detail = `${technician.connections[device.connection]}, ${isEnabled}`;
  // Which Device the terminal is was asked more often than the rest of its record.
  const matchedAt = row.terminal?.device?.askedAt ?? device.askedAt;
  const askedAt = matchedAt > device.askedAt ? matchedAt : device.askedAt;
  const ageMs = sinceMs(askedAt, nowMs);
  // What this very Device was last seen as has an age of its own, whenever anything else was asked.
  const light = platformLight({ ...platform, askedAt }, device, nowMs, texts, isLive);
  // A terminal on our cable works without the platform seeing it; one that is only there does not.
  const isOut = !row.terminal && device.connection === 'closed';
  const reasonHere = row.terminal && refusal ? { what: null, code: refusal.code } : null;
  const isUnknown = !row.terminal && device.connection === 'unknown';
  const state = isUnknown ? 'off' : light.state;
  return { state: isOut || reasonHere ? 'down' : state, age: texts.ageAgo(ageMs), detail, reason: reasonHere };
}
