/**
 * How the platform is reached: which proxy, and which file of certificates. The settings file comes first, then the
 * environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, either case), as other programs read them.
 */
import { isAbsolute, resolve } from 'node:path';
import { isLoopback } from '../domain/index.ts';
import { TillError } from '../contract/index.ts';

export interface NetworkSource {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of settings.json, under `platform`. */
  readonly file: {
    readonly proxy?: string | undefined;
    readonly noProxy?: string | undefined;
    readonly caFile?: string | undefined;
  };
}

export interface NetworkChoice {
  /** `http://[user:password@]host:port`; null: straight there. Secret as a whole. */
  readonly proxy: string | null;
  /** Where the decision comes from, e.g. `HTTPS_PROXY` or `NO_PROXY`. */
  readonly decidedBy: string;
  /** Absolute path of a PEM file; null: the system's certificates alone. */
  readonly caFile: string | null;
}

/**
 * The way to one address. This machine is always reached directly: the sandbox is here.
 * @throws TillError CFG_INVALID for a proxy that is no http(s) address, without its credentials in the message
 */
export function chooseNetwork(platform: URL, { dataDir, env, file }: NetworkSource): NetworkChoice {
  const caFile =
    file.caFile === undefined ? null : isAbsolute(file.caFile) ? file.caFile : resolve(dataDir, file.caFile);
  const direct = (decidedBy: string): NetworkChoice => ({ proxy: null, decidedBy, caFile });
  if (isLoopback(platform.hostname)) return direct('this machine');
  const noProxy = file.noProxy ?? envValue(env, 'NO_PROXY') ?? '';
  const noProxySource = file.noProxy === undefined ? 'NO_PROXY' : 'platform.noProxy';
  if (file.proxy === 'none') return direct('platform.proxy');
  if (isExempt(platform, noProxy)) return direct(noProxySource);
  const names = platform.protocol === 'https:' ? ['HTTPS_PROXY', 'HTTP_PROXY'] : ['HTTP_PROXY'];
  const fromEnv = names.map((name) => [name, envValue(env, name)] as const).find(([, value]) => value !== undefined);
  const [decidedBy, proxy] = file.proxy === undefined ? (fromEnv ?? ['', undefined]) : ['platform.proxy', file.proxy];
  if (proxy === undefined) return direct('no proxy is set');
  const url = URL.canParse(proxy) ? new URL(proxy) : null;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    throw new TillError('CFG_INVALID', `${decidedBy}: is not an address such as http://proxy.shop:3128`);
  return { proxy, decidedBy, caFile };
}

/** The lower-case name first, as curl has it; an empty value is none. */
function envValue(env: NetworkSource['env'], name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/**
 * NO_PROXY: hosts apart by commas or blanks, each with an optional port; `example.com` and `.example.com` take its
 * subdomains in, `*.example.com` is those alone, `*` is every host.
 */
export function isExempt(platform: URL, noProxy: string): boolean {
  const host = platform.hostname.toLowerCase().replace(/\.$/, '');
  const port = platform.port || (platform.protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      // An IPv6 address without brackets has no port.
      const [, name = entry, entryPort] = /^(\[.+\]|[^:]*)(?::([0-9]{1,5}))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      if (name === '*') return true;
      const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
      const isName = host === bare || host === `[${bare}]`;
      return (isName && !name.startsWith('*')) || host.endsWith(`.${bare}`);
    });
}
