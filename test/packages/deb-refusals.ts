/**
 * Tests the cases in which the .deb refuses with a message and leaves the computer unchanged: missing rights, a full
 * disk, an older version, an unfinished payment.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Checks } from '../checks.ts';
import type { BareDebian } from './bare-debian.ts';
import { DATA, sale, USER, type Shop } from './till.ts';
import { storyTime } from '../waiting.ts';

const PROGRAM = 'usr/lib/tillbridge';
const deb = (version: number) => `/tmp/tillbridge_${version}_amd64.deb`;

export class DebRefusals {
  readonly #debian: BareDebian;
  readonly #checks: Checks;

  constructor({ debian, checks }: { debian: BareDebian; checks: Checks }) {
    this.#debian = debian;
    this.#checks = checks;
  }

  #refused(what: string, { code, text }: { code: number; text: string }, says: string): void {
    this.#checks.check(`${what} is refused with a message`, code !== 0 && text.includes(says), `${code} ${text}`);
  }

  /** Checks that a version is completely installed, and opens. */
  async #stays(version: string): Promise<void> {
    const { text } = await this.#debian.run(['dpkg-query', '-W', '-f', '${Status} ${Version}', 'tillbridge']);
    const opens = await this.#debian.run(['tillbridge', 'payments', '--json'], USER);
    const isWhole = text === `install ok installed ${version}` && opens.code === 0;
    this.#checks.check(`version ${version} stays complete and opens`, isWhole, `${text} ${opens.text}`);
  }

  /** Runs a task with a separate file system mounted over the program's folder. */
  async #over(options: string, task: () => Promise<void>, isFilled = false): Promise<void> {
    const folder = join(this.#debian.folder, PROGRAM);
    const copy = join(this.#debian.folder, 'tmp/copy');
    if (isFilled) cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
    try {
      if (isFilled) cpSync(copy, folder, { recursive: true, preserveTimestamps: true });
      await task();
    } finally {
      execFileSync('umount', ['-l', folder]);
    }
  }

  async beforeAnything(): Promise<void> {
    const rights = await this.#debian.run(['apt-get', 'install', '-y', '-q', deb(1)], USER);
    this.#refused('apt install without an administrator’s rights', rights, 'are you root?');
    await this.#over('size=40m', async () => {
      this.#refused('apt install onto a full disk', await this.#debian.apt('install', deb(1)), 'No space left');
      const left = await this.#debian.run(['dpkg-query', '-W', '-f', '${Status}', 'tillbridge']);
      this.#checks.check('the package is not installed after that', !left.text.includes('ok installed'), left.text);
    });
  }

  /** Tests other versions of the package. Requires that no till is open, and that version 99 is installed. */
  async ofVersions(): Promise<void> {
    const newest = await this.#debian.apt('install', deb(100));
    this.#checks.check(
      'a version that writes another form of the records is installed',
      newest.code === 0,
      newest.text,
    );
    const down = await this.#debian.run(['dpkg', '-i', deb(99)]);
    this.#refused('an older version, which cannot read these records,', down, 'was written by a newer version');
    await this.#stays('100.0.0');
    await this.#debian.apt('remove', 'tillbridge');
    const path = join(this.#debian.folder, DATA, 'journal.sqlite');
    const form = this.#form(path);
    this.#form(path, form + 1);
    // Any account could write such a file into its home, so without an installed version the package only warns. The
    // till itself does not open.
    const over = await this.#debian.apt('install', deb(99));
    this.#checks.check(
      'an installation over newer records is done with a warning if no version is installed',
      over.code === 0 && over.text.includes('was written by a newer version'),
      over.text,
    );
    this.#refused(
      'an opening of these records by that version',
      await this.#debian.run(['tillbridge', 'payments', '--json'], USER),
      'newer version',
    );
    this.#form(path, form);
    await this.#stays('99.0.0');
  }

  /** Tests a till in its own window, which leaves no file of a browser shell. */
  async ofWindow(): Promise<void> {
    const program = ['-e', 'setTimeout(() => {}, 60_000)', '/usr/lib/tillbridge/build/scripts/till-window.mjs'];
    const open = this.#debian.start(['/usr/lib/tillbridge/bin/node', ...program], USER);
    const isOpen = async () => (await this.#debian.run(['pgrep', '-f', 'bin/node .*till-window'])).code === 0;
    await this.#checks.until('the window is open', isOpen);
    this.#refused('apt remove under an open window', await this.#debian.apt('remove', 'tillbridge'), 'A till is open');
    for (const pid of descendants(open.pid ?? 0)) process.kill(pid, 'SIGKILL');
    await this.#stays('99.0.0');
  }

  /** The format version of the records, after it was set to `to`, if given. */
  #form(path: string, to?: number): number {
    const journal = new DatabaseSync(path);
    if (to !== undefined) journal.exec(`PRAGMA user_version = ${to}`);
    const form = Number(journal.prepare('PRAGMA user_version').get()?.['user_version']);
    journal.close();
    return form;
  }

  async ofRoom(): Promise<void> {
    const size = execFileSync('du', ['-sm', join(this.#debian.folder, PROGRAM)], { encoding: 'utf8' }).split('\t')[0];
    await this.#over(
      `size=${Number(size) + 30}m`,
      async () => {
        this.#refused('an upgrade onto a full disk', await this.#debian.run(['dpkg', '-i', deb(100)]), 'No space left');
        await this.#stays('99.0.0');
        execFileSync('mount', ['-o', 'remount,ro', join(this.#debian.folder, PROGRAM)]);
        this.#refused(
          'an upgrade into a read-only folder',
          await this.#debian.run(['dpkg', '-i', deb(100)]),
          'Read-only file system',
        );
        const opens = await this.#debian.run(['tillbridge', 'payments', '--json'], USER);
        this.#checks.check('the previous version opens unchanged', opens.code === 0, opens.text);
      },
      true,
    );
    // In that state dpkg could not store its notes about the attempt.
    const again = await this.#debian.run(['dpkg', '-i', deb(99)]);
    this.#checks.check(
      'the same command repairs the installation once the folder can be written',
      again.code === 0,
      again.text,
    );
    await this.#stays('99.0.0');
  }

  /**
   * Kills the till while the bank's approval is under way, when it is not yet known whether the customer was charged.
   */
  async whileChecking({ control, platform }: Shop): Promise<void> {
    await control({ type: 'fault', operation: 'createAuthorization', kind: 'answer', when: 'after', delayMs: 60_000 });
    const log = join(this.#debian.folder, DATA, 'journal.sqlite.recovery-log');
    const asked = () => readFileSync(log, 'utf8').match(/ authorize /g)?.length ?? 0;
    const before = asked();
    const cut = this.#debian.start(['tillbridge', ...sale('9.10')], USER);
    await this.#checks.until('the platform is asked', () => asked() > before);
    await storyTime(2_000, 'the question reaches the platform');
    for (const pid of descendants(cut.pid ?? 0)) process.kill(pid, 'SIGKILL');
    const removed = await this.#debian.apt('remove', 'tillbridge');
    this.#refused(
      'apt remove with a payment that is not finished',
      removed,
      'not yet known whether the customer was charged',
    );
    await this.#stays('99.0.0');
    const settled = await this.#debian.run(['tillbridge', 'recover', '--json'], USER);
    this.#checks.check(
      `the payment is settled with ${new URL(platform.url).host}`,
      settled.code === 0 && settled.text.includes('voided'),
      settled.text,
    );
  }
}

/** A process and all its descendants, youngest first. */
function descendants(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
  return [...children.flatMap(descendants), pid];
}
