/** What the host does before an act, for a command over the journal of a till that is stopped. */
import { type Person, systemClock } from '../../domain/index.ts';
import type { Act, Operator } from '../../contract/index.ts';
import type { AuditEntry, JournalFile } from '../journal/index.ts';
import { LockOut } from './lockout.ts';
import { Roles } from './roles.ts';
import { sinceBoot } from '../time/index.ts';

/** Checks that they may do it and writes it down. Throws ROLE_REQUIRED, ROLE_PIN_WRONG, ROLE_LOCKED, JRNL_UNWRITABLE. */
export function recordAct(
  journal: JournalFile,
  people: readonly Person[],
  { act, operator, data }: { act: Act; operator: Operator | undefined; data: AuditEntry['data'] },
): void {
  const audit = (entry: AuditEntry): void => journal.audit(entry);
  // Nobody named, nothing counted: a log that cannot be read everywhere is exported all the same.
  const pins = operator ? journal.auditLog.pins() : [];
  const roles = new Roles({
    people,
    now: () => systemClock.now(),
    audit,
    audited: (limit, attempt) => journal.audited(limit, attempt),
    lockOut: new LockOut({ clock: systemClock, sinceBoot, pins, audit }),
  });
  roles.record(act, operator, null, data);
}
