/** Synchronizes node_modules with the lock file if they differ. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDerived } from './build.mjs';
import { npmCommand, ownNode, root } from './paths.mjs';
import { Plain, run, withProgress } from './run.mjs';

const MIN_NODE = [20, 10];
const MIN_NPM = 10;
const INSTALL_WITHIN_MS = 20 * 60_000;

/**
 * @param {string} version e.g. "20.11.1"
 * @returns {string | undefined} a sentence when it is too old
 */
export function nodeComplaint(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = MIN_NODE;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined;
  return `Tillbridge needs Node ${needMajor}.${needMinor} or newer to start; this is Node ${version}. Get it from nodejs.org.`;
}

/**
 * @param {string} version e.g. "10.8.2"
 * @returns {string | undefined} a sentence when it is too old
 */
export function npmComplaint(version) {
  if (Number(version.split('.')[0]) >= MIN_NPM) return undefined;
  return `Tillbridge needs npm ${MIN_NPM} or newer; this is npm ${version}. Run: npm install --global npm@${MIN_NPM}`;
}

/**
 * True if npm's record of installed packages matches the lock file. npm writes the record at the very end, so an
 * interrupted installation has none. Packages for other systems are ignored.
 * @param {string} lockText package-lock.json
 * @param {string} hiddenText node_modules/.package-lock.json
 */
export function isInstalled(lockText, hiddenText) {
  /** @type {{ packages?: Record<string, { version?: string, optional?: boolean, link?: boolean }> }} */
  let lock, hidden;
  try {
    lock = JSON.parse(lockText);
    hidden = JSON.parse(hiddenText);
  } catch {
    return false;
  }
  const [wanted, present] = [lock.packages ?? {}, hidden.packages ?? {}];
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const there = present[path];
    if (there ? there.version !== entry.version : !entry.optional) return false;
  }
  return Object.keys(present).every((path) => path in wanted);
}

function isUpToDate() {
  try {
    return (
      existsSync(ownNode) &&
      isInstalled(
        readFileSync(join(root, 'package-lock.json'), 'utf8'),
        readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
      )
    );
  } catch {
    return false;
  }
}

/**
 * Describes a failed installation in a sentence.
 * @param {string} text npm's output
 */
export function installComplaint(text) {
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/.test(text)
  ) {
    return 'The packages could not be downloaded: there is no connection. Check the network (or npm’s proxy settings) and start again.';
  }
  if (/\bENOSPC\b/.test(text)) return 'The packages could not be installed: the disk is full.';
  if (/\b(EACCES|EPERM|EROFS)\b/.test(text)) {
    return `The packages could not be installed: ${root} may not be written to.`;
  }
  const lines = text
    .split('\n')
    .filter((line) => /npm error/i.test(line) && !/A complete log|code E/.test(line) && /npm error\s+\S/i.test(line));
  const first = lines[0]?.replace(/^npm error\s*/i, '').trim();
  return `The packages could not be installed${first ? `: ${first}` : ''}. Run npm ci to see everything npm says.`;
}

/**
 * Installs the packages of the lock file, and builds the generated code that every program needs.
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(say) {
  await installPackages(say);
  await ensureDerived(say);
}

/** @param {(line: string) => void} say */
async function installPackages(say) {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint) throw new Plain(complaint);
  if (isUpToDate()) return;
  const npm = npmCommand();
  const version = await run(npm.file, [...npm.args, '--version'], { cwd: root, timeoutMs: 30_000 });
  if (version.code !== 0)
    throw new Plain('npm was not found beside Node. Install Node from nodejs.org, which brings it.');
  // npm may print warnings about its settings first.
  const number =
    version.text
      .split('\n')
      .findLast((line) => /^\d+\.\d+\.\d+/.test(line.trim()))
      ?.trim() ?? '0.0.0';
  const npmTooOld = npmComplaint(number);
  if (npmTooOld) throw new Plain(npmTooOld);
  await withProgress('Installing packages', say, async () => {
    const { code, text, isLate } = await run(npm.file, [...npm.args, 'ci', '--no-audit', '--no-fund'], {
      cwd: root,
      timeoutMs: INSTALL_WITHIN_MS,
      // Electron's binary has 100 MB; start.mjs fetches it only if it can be used.
      env: { ...process.env, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', npm_config_loglevel: 'error' },
    });
    if (isLate) throw new Plain('The packages could not be installed within 20 minutes.');
    if (code !== 0) throw new Plain(installComplaint(text));
    if (!isUpToDate()) throw new Plain('npm finished, but what it installed is not what the lock file asks for.');
  });
}
