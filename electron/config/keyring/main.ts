/**
 * Access to the system's key store (Secret Service, macOS Keychain, Windows Credential Manager) in a separate process,
 * which does one task and ends: a crash of native code, or a prompt that the user ignores, affects no other process. It
 * communicates over the private channel only; see secrets/system-place.ts.
 */
type Ask = { verb: 'put' | 'get' | 'drop'; account: string; secret?: string };
type Answer = { isDone: true; secret: string | null } | { isDone: false; why: 'absent' | 'locked' | 'failed' };

interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { data: unknown }) => void): void;
}

const SERVICE = 'Tillbridge';
/** Electron's utilityProcess has `parentPort`; a forked Node process has `send`. */
const parentPort = (process as unknown as { parentPort?: Port }).parentPort;

async function answer({ verb, account, secret }: Ask): Promise<Answer> {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    // The kernel's key ring would lose its content when the computer restarts.
    const entry = new AsyncEntry(SERVICE, account, { linux: { store: 'secret-service' } });
    if (verb === 'put') await entry.setPassword(secret ?? '');
    if (verb === 'drop') await entry.deletePassword();
    return { isDone: true, secret: verb === 'get' ? await entry.getPassword() : null };
  } catch (error) {
    return { isDone: false, why: whyOf(String(error)) };
  }
}

/** The library reports the reason in words only. */
function whyOf(words: string): 'absent' | 'locked' | 'failed' {
  if (/lock|dismissed|prompt|denied|interaction/i.test(words)) return 'locked';
  return /dbus|bus error|connect|no such|not (?:found|available|provided)|cannot find|service/i.test(words)
    ? 'absent'
    : 'failed';
}

function onAsk(message: unknown): void {
  void answer(message as Ask).then((reply) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a process port, not a window
    if (parentPort) parentPort.postMessage(reply);
    else process.send?.(reply);
  });
}

if (parentPort) parentPort.on('message', ({ data }) => onAsk(data));
else process.on('message', onAsk);
