import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { composeHost } from '../../../../electron/host/index.ts';
import { hostConfig } from '../host-config.ts';
import { canMount, smallDisk } from '../journal/disks.ts';

test.skipIf(!canMount)('the host reports a full disk as the reason for an unusable data folder', async () => {
  const disk = smallDisk(256);
  try {
    const data = join(disk.folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    disk.fill();
    const opening = composeHost({ ...hostConfig(data), recordsDir: join(data, 'training') });
    await expect(opening).rejects.toMatchObject({
      code: 'JRNL_UNWRITABLE',
      message: expect.stringContaining('The data folder cannot be used: its disk is full.') as string,
    });
  } finally {
    disk.remove();
  }
});
