/** Actions on Devices, in the audit log. */
import { toFailure, type ActionResult, type Operator } from '../../contract/index.ts';
import type { Roles } from '../roles/index.ts';

/** An action on a Device: written down before it is done, and what was read back of it afterwards. */
export async function acted(
  roles: Roles,
  operator: Operator | undefined,
  { activationCode: _code, ...asked }: Record<string, string | undefined>,
  act: () => Promise<ActionResult>,
): Promise<ActionResult> {
  const what = Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null]));
  const by = roles.record('device-action', operator, null, what);
  try {
    const result = await act();
    roles.told('device-action-done', by, { ...what, route: result.route, readBack: result.readBack });
    return result;
  } catch (error) {
    roles.told('device-action-failed', by, { ...what, code: toFailure(error).code });
    throw error;
  }
}
