import { mayHaveChargedAfter } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Plate } from '../components/keys.tsx';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { sentences } from './message.ts';

/** Why the host refused the last command: what happened, whether anybody was charged, what to do. */
export function Problem() {
  const problem = useTill((state) => state.sale.problem);
  const { words } = useTexts();
  const failure = problem && words.failures[problem.code];
  const isKnown = problem !== null && !mayHaveChargedAfter(problem.code);
  const charged = isKnown ? words.outcomes.nobodyCharged : words.outcomes.notKnown;
  const said = failure ? sentences([failure.what, charged, failure.next]) : '';
  useSpeakOnce(problem ? `problem/${problem.code}/${problem.message}` : '', said, 'assertive');
  if (!problem || !failure) return null;
  return (
    <Plate>
      <p>
        <b>{failure.what}</b> {charged} {failure.next}
      </p>
      <p className="tb-small tb-code">{problem.code}</p>
    </Plate>
  );
}
