/**
 * A minimal Debian system, made by debootstrap once and unpacked for each run. Programs in it see this computer's
 * devices.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MIRROR = 'http://deb.debian.org/debian';
/** A system with its service manager and user accounts, as at a counter. */
const PACKAGES = ['ca-certificates', 'dbus', 'systemd', 'systemd-sysv', 'udev', 'libpam-systemd', 'passwd', 'procps'];

export class BareDebian {
  /**
   * Outside folders for temporary files: a cleaner of such folders would delete this computer's devices, which are
   * mounted inside.
   */
  readonly folder: string;
  readonly #mounts: string[] = [];

  private constructor(place: string) {
    mkdirSync(place, { recursive: true });
    this.folder = mkdtempSync(join(place, 'system-'));
    // Everything is unmounted, however this program ends.
    process.on('exit', () => this.close());
  }

  /**
   * @param archive file that keeps the unused system for the next run; its path must be free of spaces, which
   * debootstrap rejects
   */
  static open(archive: string): BareDebian {
    const system = new BareDebian(dirname(archive));
    try {
      system.#fill(archive);
      // The folder with the temporary name is the system's root, and it is private by default.
      chmodSync(system.folder, 0o755);
      for (const place of ['proc', 'sys', 'dev']) {
        const to = join(system.folder, place);
        execFileSync('mount', ['--rbind', `/${place}`, to]);
        execFileSync('mount', ['--make-rslave', to]);
        system.#mounts.unshift(to);
      }
      copyFileSync('/etc/resolv.conf', join(system.folder, 'etc/resolv.conf'));
      // A package must not start services: they would start outside, on this computer.
      writeFileSync(join(system.folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
      return system;
    } catch (error) {
      system.close();
      throw error;
    }
  }

  #fill(archive: string): void {
    if (!existsSync(archive)) {
      execFileSync(
        'debootstrap',
        ['--variant=minbase', `--include=${PACKAGES.join(',')}`, 'bookworm', this.folder, MIRROR],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
      execFileSync('tar', ['-C', this.folder, '-cf', `${archive}.new`, '.']);
      execFileSync('mv', [`${archive}.new`, archive]);
    } else execFileSync('tar', ['-C', this.folder, '-xf', archive]);
  }

  /** The command line that runs a command in the system, as root or as a user without rights. */
  words(command: readonly string[], user?: string): string[] {
    const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
    const as = user ? ['runuser', '-u', user, '--', 'env', `HOME=/home/${user}`] : [];
    return ['chroot', this.folder, ...clean, ...as, ...command];
  }

  /**
   * Runs a command to its end, without blocking this process.
   * @returns both streams and the exit code
   */
  run(command: readonly string[], user?: string): Promise<{ code: number; text: string }> {
    const child = this.start(command, user);
    const pieces: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece: Buffer) => pieces.push(piece));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code: code ?? -1, text: Buffer.concat(pieces).toString() }));
    });
  }

  /** @param words arguments of apt-get; its questions are answered with yes */
  apt(...words: string[]) {
    return this.run(['apt-get', words[0] ?? '', '-y', '-q', '--no-install-recommends', ...words.slice(1)]);
  }

  start(command: readonly string[], user?: string): ChildProcess {
    const [file = '', ...args] = this.words(command, user);
    return spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Makes a user of the system the owner of a file or a device of this computer. */
  async give(path: string, user: string): Promise<void> {
    chownSync(path, Number((await this.run(['id', '-u', user])).text), 0);
  }

  close(): void {
    for (const place of this.#mounts.splice(0)) execFileSync('umount', ['-R', '-l', place]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
