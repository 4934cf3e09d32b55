import type { DeviceView, PlatformView, TerminalView } from '../../electron/contract/index.ts';
import type { LightView } from '../components/lights.tsx';
import type { Texts } from '../text/index.ts';

/** Silence on the cable in milliseconds after which its light is stale (design language, 4, Lights). */
const CABLE_STALE_MS = 5_000;
/** Age in milliseconds of the platform's last answer after which its light is stale. */
const PLATFORM_STALE_MS = 60_000;

const since = (instant: string, nowMs: number) => Math.max(0, nowMs - Date.parse(instant));

/** The cable's light. `isLive` is false while the host is disconnected and the state is old. */
export function cableLight(terminal: TerminalView | undefined, nowMs: number, texts: Texts, isLive = true): LightView {
  const { lights } = texts.words.frame;
  if (!terminal) return { state: 'off', age: lights.notYet };
  const out = () => lights.out({ age: texts.duration(since(terminal.since, nowMs)) });
  const heard = terminal.lastHeardAt === null ? lights.notYet : texts.ageAgo(since(terminal.lastHeardAt, nowMs));
  switch (terminal.state) {
    case 'lost':
    case 'failed':
      return { state: 'down', age: out() };
    case 'looking':
    case 'identifying':
    case 'rebooting':
      return { state: 'stale', age: heard };
    case 'ready':
    case 'busy': {
      const isQuiet = terminal.lastHeardAt === null || since(terminal.lastHeardAt, nowMs) > CABLE_STALE_MS;
      return { state: isQuiet || !isLive ? 'stale' : 'ok', age: heard };
    }
  }
}

/** The platform's light: whether the platform is reachable, and whether it sees this terminal. */
export function platformLight(
  platform: PlatformView | undefined,
  device: DeviceView | undefined,
  nowMs: number,
  texts: Texts,
  isLive = true,
): LightView {
  const { lights } = texts.words.frame;
  if (!platform) return { state: 'off', age: lights.notYet };
  const asked = platform.askedAt === null ? lights.notYet : texts.ageAgo(since(platform.askedAt, nowMs));
  switch (platform.state) {
    case 'not-configured':
      return { state: 'off', age: lights.notYet };
    case 'unknown':
      return { state: 'stale', age: asked };
    case 'unreachable':
    case 'refused':
      return { state: 'down', age: lights.out({ age: texts.duration(since(platform.since, nowMs)) }) };
    case 'reachable': {
      const isOld = platform.askedAt === null || since(platform.askedAt, nowMs) > PLATFORM_STALE_MS;
      const isUnsure = device?.connection === 'closed';
      return { state: isOld || isUnsure || !isLive ? 'stale' : 'ok', age: asked };
    }
  }
}
