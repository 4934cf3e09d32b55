import type { ReactNode } from 'react';
import { acts, type Act, type Operator } from '../../electron/contract/index.ts';
import { useOperator } from '../components/form.tsx';
import { namesFor, ownNameFor, useTill } from '../store/index.ts';

/** True when people have PINs. */
export function useHasManagers(): boolean {
  return useTill((state) => state.mirror.host?.till.hasManagers ?? false);
}

/** Returns the names that a form offers for this act; an empty list allows any name. */
export function useNamesFor(act: Act | undefined): string[] {
  return namesFor(
    act,
    useTill((state) => state.mirror.host?.till.people),
  );
}

/**
 * Determines the person who requests an act: the signed-in person if permitted; otherwise a chosen name, or a typed
 * name when no people are set up.
 */
export function useAsker(act: Act, isFirst = false): { fields: ReactNode; operator: Operator; missing: string | null } {
  return useOperator({ own: useTill(ownNameFor(act)), names: useNamesFor(act), pin: 'none', isFirst });
}

/**
 * Determines the person who requests an act that needs a manager. When managers have PINs, the form lacks a field: the
 * host's refusal opens the permission dialog with names and a PIN pad.
 */
export function useNamed(act: Act): { fields: ReactNode; by: { operator?: Operator }; missing: string | null } {
  const isAskedOnTheSpot = useHasManagers() && acts[act].role !== null;
  const { fields, operator, missing } = useAsker(act);
  return isAskedOnTheSpot ? { fields: null, by: {}, missing: null } : { fields, by: { operator }, missing };
}
