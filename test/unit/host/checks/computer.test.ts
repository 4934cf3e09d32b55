import { expect, test } from 'vitest';
import { shareKind } from '../../../../electron/host/checks/computer.ts';

test.each([
  ['linux', 0x6969, '/mnt/till', 'NFS'],
  ['linux', 0xff534d42, '/mnt/till', 'CIFS'],
  // Node reports the type as a signed number.
  ['linux', 0xff534d42 | 0, '/mnt/till', 'CIFS'],
  ['linux', 0xef53, '/home/anna', null],
  ['win32', 0, '\\\\server\\tills\\one', 'SMB'],
  ['win32', 0, 'C:\\Users\\Anna', null],
  // A disk under its full name is not a share.
  ['win32', 0, '\\\\?\\C:\\Users\\Anna', null],
  ['darwin', 0x6969, '/Volumes/till', null],
] as const)('on %s, file system %i at %s is reported as %s', (platform, type, path, kind) => {
  expect(shareKind(platform, { type, path })).toBe(kind);
});
