/** Checks the platform's address and configured header names before the first request. */
import { isLoopback } from '../../domain/index.ts';
import { TillError } from '../../contract/index.ts';
import type { PlatformConfig } from './call.ts';

/**
 * @throws API_NOT_CONFIGURED or CFG_INVALID. The message states the fault and never contains a value that may be
 * secret.
 */
export function checkBaseUrl(config: PlatformConfig): { origin: string; host: string; prefix: string } {
  if (config.baseUrl === '' || config.username === '' || config.password === '') {
    throw new TillError('API_NOT_CONFIGURED', 'the platform needs an address, a username and a password');
  }
  let url: URL;
  try {
    url = new URL(config.baseUrl);
  } catch {
    throw new TillError('CFG_INVALID', 'the platform address is not a web address');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TillError('CFG_INVALID', 'the platform address must begin with https://');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TillError('CFG_INVALID', 'the platform address must not contain credentials, a query or a fragment');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && config.allowPlainHttp !== true) {
    throw new TillError('CFG_INVALID', 'plain http is refused except to this computer: it would expose the password', {
      context: { host: url.host },
    });
  }
  // A line break here would inject a header; undici would refuse it later without stating the field.
  if (/[^\x20-\x7e]/.test(`${config.version ?? ''}${config.userAgent ?? ''}`)) {
    throw new TillError('CFG_INVALID', 'header values must be plain text');
  }
  const name = config.versionHeader;
  if (
    name !== undefined &&
    (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/.test(name) || takenHeaders.has(name.toLowerCase()))
  ) {
    throw new TillError('CFG_INVALID', 'the name of the version header must be a header name that is not in use');
  }
  return { origin: url.origin, host: url.host, prefix: url.pathname.replace(/\/+$/, '') };
}

/** Headers that a version header must not replace. */
const takenHeaders: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
