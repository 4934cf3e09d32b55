/**
 * Extracts the ELF kernel from a bzImage, so that QEMU can start it by PVH: the guest need not unpack itself, which
 * takes some seconds under software emulation.
 *
 * Offsets are those of the Linux x86 boot protocol (Documentation/arch/x86/boot.rst): setup_sects at 1F1h,
 * payload_offset at 248h, payload_length at 24Ch.
 */
import { spawnSync } from 'node:child_process';

const SECTOR_BYTES = 512;
/** The payload ends with its unpacked size, which unpackers would reject as trailing garbage. */
const SIZE_FIELD_BYTES = 4;
const MAX_KERNEL_BYTES = 512 * 1024 * 1024;

/**
 * Returns the ELF kernel inside `bzImage`.
 * @throws Error when there is none, or its unpacker is not installed
 */
export function unpackKernel(bzImage: Buffer): Buffer {
  const setupSectors = bzImage[0x1f1] || 4;
  const start = (setupSectors + 1) * SECTOR_BYTES + bzImage.readUInt32LE(0x248);
  const length = bzImage.readUInt32LE(0x24c) - SIZE_FIELD_BYTES;
  const payload = bzImage.subarray(start, start + length);
  const [program, ...args] = unpackerOf(payload);
  const { stdout, stderr, error } = spawnSync(program, args, { input: payload, maxBuffer: MAX_KERNEL_BYTES });
  if (error) throw new Error(`the kernel cannot be unpacked: ${error.message}`, { cause: error });
  if (stdout.subarray(0, 4).toString('latin1') !== '\x7fELF') {
    throw new Error(`there is no kernel in the package: ${stderr.toString().trim()}`);
  }
  return stdout;
}

function unpackerOf(payload: Buffer): [string, ...string[]] {
  if (payload[0] === 0xfd) return ['xz', '-dc'];
  if (payload.readUInt32LE(0) === 0xfd2fb528) return ['zstd', '-dc'];
  return ['gzip', '-dc'];
}
