/**
 * A manager with a screen but no shell configures one of the till's own files as the receipt printer: in every way, on
 * a whole host.
 */
import { linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { composeHost, type Host } from '../../electron/host/index.ts';
import { defaultReceiptSettings } from '../../electron/config/index.ts';
import { hostConfig } from '../unit/host/host-config.ts';
import { temporaryFolder } from '../fixtures/folder.ts';

let dataDir: string;
let host: Host | null = null;
beforeEach(() => {
  dataDir = temporaryFolder('tillbridge-printer-path-');
});
afterEach(async () => {
  await host?.close();
});

const SCRIPT = 'echo whole\n';
const paper = { columns: 42, codePage: 'auto' };
const unreachable = expect.objectContaining({ data: expect.objectContaining({ code: 'PRINTER_UNREACHABLE' }) });
const refused = (code: string) => expect.objectContaining({ data: expect.objectContaining({ code }) });

/** Files of the running till, a script of its user, and links to one of them. */
function targets(): string[] {
  const script = join(dataDir, '.profile');
  writeFileSync(script, SCRIPT);
  symlinkSync(script, join(dataDir, 'lp0'));
  linkSync(script, join(dataDir, 'lp1'));
  return readdirSync(dataDir)
    .map((name) => join(dataDir, name))
    .filter((path) => !statSync(path).isDirectory());
}

test.skipIf(process.platform === 'win32')(
  'receipt, test page and drawer leave every file of the till’s user unchanged',
  async () => {
    host = await composeHost(hostConfig(dataDir));
    await host.client.printer.openDrawer({ id: 'D-00000000', operator: { name: 'Kim' } }).catch(() => undefined);
    const files = targets();
    expect(files.map((path) => path.slice(dataDir.length + 1))).toEqual(
      expect.arrayContaining(['journal.sqlite', 'journal.sqlite-wal', 'journal.sqlite.audit-anchor', '.profile']),
    );
    for (const path of files) {
      await expect(host.client.settings.set({ key: 'receipts.printer', text: `path:${path}` }), path).rejects.toThrow(
        refused('CFG_INVALID'),
      );
      expect(await host.client.settings.check({ key: 'receipts.printer', text: `path:${path}` }), path).toMatchObject({
        code: 'printer-file',
      });
      await expect(host.client.printer.test({ ...paper, address: `path:${path}` }), path).rejects.toThrow(unreachable);
    }
    await host.close();
    // Each path is written into the settings by hand: the till starts, and prints nothing there.
    for (const [index, path] of files.entries()) {
      host = await composeHost(
        hostConfig(dataDir, { receipts: { ...defaultReceiptSettings, printer: `path:${path}` } }),
      );
      const id = `D-0000001${index}`;
      await expect(host.client.printer.openDrawer({ id, operator: { name: 'Kim' } }), path).rejects.toThrow(
        unreachable,
      );
      await expect(host.client.printer.test({ ...paper, address: `path:${path}` }), path).rejects.toThrow(unreachable);
      await host.close();
    }
    // The journal continues to be written, so its own checks show that it is intact.
    expect(readFileSync(join(dataDir, '.profile'), 'utf8')).toBe(SCRIPT);
    const last = await composeHost(hostConfig(dataDir));
    host = last;
    expect(last.state().journal?.quarantined).toBeNull();
    expect(await last.client.audit.verify({})).toMatchObject({ findings: [] });
    const opened = (await last.client.payment.audit({})).filter(({ action }) => action === 'drawer-opening');
    expect(opened).toHaveLength(files.length);
  },
  120_000,
);
