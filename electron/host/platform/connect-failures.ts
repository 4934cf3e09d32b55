/** Explains failed connections (certificates and proxies) in words that a technician can act on. */

type CertificateFault = 'expired' | 'not-yet-valid' | 'wrong-host' | 'self-signed' | 'unknown-authority' | 'revoked';

export interface ConnectFailure {
  words: string;
  certificate?: CertificateFault;
  /** HTTP status with which the proxy refused the tunnel. */
  proxyStatus?: number;
}

const addAuthority = "if it is your own network's, put the certificate of its authority into platform.caFile";

const faults: Readonly<Record<string, readonly [CertificateFault, string]>> = {
  CERT_HAS_EXPIRED: [
    'expired',
    'its certificate has expired: check the date of this computer, then ask the administrator of the server for a new one',
  ],
  CERT_NOT_YET_VALID: ['not-yet-valid', 'its certificate is not valid yet: check the date of this computer'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'wrong-host',
    'its certificate is for another host: check the platform address, and whether a proxy or filter answers in its place',
  ],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['self-signed', `its certificate is signed only by itself: ${addAuthority}`],
  SELF_SIGNED_CERT_IN_CHAIN: [
    'unknown-authority',
    `its certificate comes from an authority this computer does not know: ${addAuthority}`,
  ],
  UNABLE_TO_GET_ISSUER_CERT: ['unknown-authority', `the authority of its certificate is not known: ${addAuthority}`],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [
    'unknown-authority',
    `the authority of its certificate is not known: ${addAuthority}`,
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [
    'unknown-authority',
    `its certificate cannot be traced to an authority: it sends no intermediate one, or ${addAuthority}`,
  ],
  CERT_REVOKED: ['revoked', 'its certificate was revoked: stop here, and ask the administrator of the server'],
};

/** undici reports this in its message only. */
const proxyRefused = /^Proxy response \((\d{3})\)/;

/** Explanation beyond the error's code, or null. */
export function explainConnectFailure(code: string | null, cause: unknown): ConnectFailure | null {
  if (code === 'UND_ERR_PRX_TLS')
    return { words: 'the certificate of the proxy is for another host: check platform.proxy' };
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : null;
  const innerCode = inner && 'code' in inner && typeof inner.code === 'string' ? inner.code : null;
  const fault = faults[code ?? ''] ?? faults[innerCode ?? ''];
  if (fault) return { certificate: fault[0], words: fault[1] };
  const status = cause instanceof Error ? proxyRefused.exec(cause.message)?.[1] : undefined;
  if (status === undefined) return null;
  const proxyStatus = Number(status);
  const words =
    proxyStatus === 407
      ? 'the proxy needs a user name and password, or other ones (407): see platform.proxy or HTTPS_PROXY'
      : `the proxy did not open the connection (${status})`;
  return { words, proxyStatus };
}
