/** Checks of the journal and of its audit log. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CheckFinding, HostState } from '../../contract/index.ts';
import { journalPathOf } from '../../config/index.ts';
import { anchorText, whyUnopenable, newestDamaged, olderJournalOf, readAnchor } from '../journal/index.ts';
import { fine, faultFinding, type Check } from './check.ts';
import { holderOf } from './port-holders.ts';

export const records: Check = async ({ dataDir, running }) => {
  const path = journalPathOf(dataDir);
  const older = olderJournalOf(path);
  const damaged = newestDamaged(path);
  const beside = [
    ...(older
      ? [
          faultFinding('records', 'problem', 'records-older', {
            at: iso(older.at),
            payments: older.payments,
            file: older.file,
          }),
        ]
      : []),
    ...(damaged ? [faultFinding('records', 'note', 'records-aside', { file: damaged.file })] : []),
  ];
  const own = running ? ofRunning(running()) : await ofStopped(dataDir, path);
  return own ? [own, ...beside] : beside.length > 0 ? beside : [fine('records', existsSync(path) ? path : 'none yet')];
};

function ofRunning({ journal }: HostState): CheckFinding | null {
  const failure = journal?.failure ?? null;
  return failure && faultFinding('records', 'problem', 'records-failing', { code: failure.code });
}

async function ofStopped(dataDir: string, path: string): Promise<CheckFinding | null> {
  const failure = whyUnopenable(path) ?? whyUnopenable(join(dataDir, 'host.lock'));
  if (!failure) return null;
  const { code } = failure;
  if (code === 'JRNL_NEWER') return faultFinding('records', 'problem', 'records-newer');
  if (code === 'JRNL_CORRUPT') return faultFinding('records', 'problem', 'records-damaged');
  if (code !== 'JRNL_IN_USE') return faultFinding('records', 'problem', 'records-failing', { code });
  const holder = await holderOf(path);
  const program = holder && `${holder.program} (process ${holder.pid})`;
  return faultFinding('records', 'problem', 'records-held', { program });
}

/** Reports the audit anchor, which the manager keeps elsewhere; reports nothing before the first entry. */
export const audit: Check = ({ dataDir }) => {
  try {
    const anchor = readAnchor(journalPathOf(dataDir));
    if (anchor === 'none') return [];
    if (anchor) return [fine('audit', `anchor ${anchorText(anchor)}`)];
  } catch {
    // An unreadable anchor is reported like a mismatching one.
  }
  return [faultFinding('audit', 'problem', 'audit-anchor')];
};

const iso = (at: number): string => new Date(at).toISOString();
