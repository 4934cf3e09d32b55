import type { ReactNode } from 'react';
import { acts, type Act, type Operator } from '../../electron/contract/index.ts';
import { useOperator } from '../components/form.tsx';
import { namesFor, ownNameFor, useTill } from '../store/index.ts';

/** True where people have PINs. */
export function useHasManagers(): boolean {
  return useTill((state) => state.mirror.host?.till.hasManagers ?? false);
}

/** The names that a form for this act offers; none: any name will do. */
export function useNamesFor(act: Act | undefined): string[] {
  return namesFor(
    act,
    useTill((state) => state.mirror.host?.till.people),
  );
}

/** The person who asks for an act: the one who is signed in and may, else one whose name is chosen, or written where no people are set up. */
export function useAsker(act: Act, isFirst = false): { fields: ReactNode; operator: Operator; missing: string | null } {
  return useOperator({ own: useTill(ownNameFor(act)), names: useNamesFor(act), pin: 'none', isFirst });
}

/**
 * The person who asks for an act that needs a manager. Where managers have PINs no field is shown: the host's refusal opens the
 * question for one of them, with names and a PIN pad.
 */
export function useNamed(act: Act): { fields: ReactNode; by: { operator?: Operator }; missing: string | null } {
  const isAskedOnTheSpot = useHasManagers() && acts[act].role !== null;
  const { fields, operator, missing } = useAsker(act);
  return isAskedOnTheSpot ? { fields: null, by: {}, missing: null } : { fields, by: { operator }, missing };
}
