import { toFailure, type ActionResult, type Operator, type ReadBack } from '../../contract/index.ts';
import type { Roles } from '../roles/index.ts';

/** Flattens the read-back, because the audit log stores flat values. */
function readBackData(seen: ReadBack): Record<string, string | number | boolean | null> {
  if (seen.kind !== 'changed') {
    const { kind, ...more } = seen;
    return { readBack: kind, ...more };
  }
  const changes = seen.changes.flatMap(({ field, from, to }) => [
    [`${field} before`, from],
    [`${field} after`, to],
  ]);
  return { readBack: 'changed', ...Object.fromEntries(changes) };
}

/** Performs an action on a Device. The action is audited before it starts, and its result or failure afterwards. */
export async function auditAction(
  roles: Roles,
  operator: Operator | undefined,
  { activationCode: _code, ...asked }: Record<string, string | undefined>,
  act: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const what = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null]));
  const by = roles.record('device-action', operator, null, what);
  try {
    const result = await act();
    roles.appendAudit('device-action-done', by, { ...what, route: result.route, ...readBackData(result.readBack) });
    return result;
  } catch (error) {
    roles.appendAudit('device-action-failed', by, { ...what, code: toFailure(error).code });
    throw error;
  }
}
