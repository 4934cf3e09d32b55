/**
 * Network settings for the platform: the proxy and the file of certificates. The settings file takes precedence over
 * the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in either case).
 */
import { isAbsolute, resolve } from 'node:path';
import { isLoopback } from '../domain/index.ts';
import { TillError } from '../contract/index.ts';

export interface NetworkSource {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Part of `platform` in settings.json. */
  readonly file: {
    readonly proxy?: string | undefined;
    readonly noProxy?: string | undefined;
    readonly caFile?: string | undefined;
  };
}

export interface NetworkChoice {
  /** `http://[user:password@]host:port`, or null for a direct connection. Secret as a whole. */
  readonly proxy: string | null;
  /** Source of the decision, e.g. `HTTPS_PROXY` or `NO_PROXY`. */
  readonly decidedBy: string;
  /** Absolute path of a PEM file, or null for the certificates of the system alone. */
  readonly caFile: string | null;
}

/**
 * Network settings for one address. This computer, which may run the sandbox, is always reached directly.
 * @throws TillError CFG_INVALID when the proxy is not an http(s) address; the message does not contain its credentials
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

/** The lower-case name takes precedence, as in curl; an empty value counts as not set. */
function envValue(env: NetworkSource['env'], name: string): string | undefined {
  return env[name.toLowerCase()] || env[name] || undefined;
}

/**
 * NO_PROXY: hosts separated by commas or spaces, each with an optional port. `example.com` and `.example.com` include
 * the subdomains, `*.example.com` means the subdomains alone, and `*` means each host.
 */
export function isExempt(platform: URL, noProxy: string): boolean {
  const host = platform.hostname.toLowerCase().replace(/\.$/, '');
  const port = platform.port || (platform.protocol === 'https:' ? '443' : '80');
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      // An unbracketed IPv6 address has no port.
      const [, name = entry, entryPort] = /^(\[.+\]|[^:]*)(?::([0-9]{1,5}))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      if (name === '*') return true;
      const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
      const isName = host === bare || host === `[${bare}]`;
      return (isName && !name.startsWith('*')) || host.endsWith(`.${bare}`);
    });
}
