/** True if a URL's `hostname` is this computer, which is reached without https and without a proxy. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname);
}
