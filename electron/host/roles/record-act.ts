/** Checks and audits an act for a command that works on the journal of a stopped till. */
import { type Person, systemClock } from '../../domain/index.ts';
import type { Act, Operator } from '../../contract/index.ts';
import type { AuditEntry, JournalFile } from '../journal/index.ts';
import { LockOut } from './lockout.ts';
import { Roles } from './roles.ts';
import { sinceBoot } from '../time/index.ts';

/**
 * Checks that the operator may perform the act, and audits it.
 * @throws ROLE_REQUIRED, ROLE_PIN_WRONG, ROLE_LOCKED or JRNL_UNWRITABLE
 */
export function recordAct(
  journal: JournalFile,
  people: readonly Person[],
  { act, operator, data }: { act: Act; operator: Operator | undefined; data: AuditEntry['data'] },
): void {
  const audit = (entry: AuditEntry): void => journal.audit(entry);
  // PINs are counted only for an operator, so that even a partly unreadable log can be exported.
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
