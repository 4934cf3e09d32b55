import type { AttemptView } from '../../electron/contract/index.ts';
import { Form } from '../components/form.tsx';
import { useNamed } from '../frame/use-named.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import * as formCss from '../components/form.module.css';

/** Voids a hold, which can then no longer be captured. */
export function ReleaseForm({
  attempt,
  onBack,
  onAnswered,
}: {
  attempt: AttemptView;
  onBack: () => void;
  onAnswered: (answer: AttemptView) => void;
}) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const { releaseHold } = useCommands();
  const { fields, by, missing } = useNamed('release');
  const held = texts.money(attempt.authorizedMinor ?? 0, attempt.currency);
  return (
    <Form
      act="release"
      title={form.releaseTitle}
      go={form.releaseGo({ amount: held })}
      missing={missing}
      send={async () => onAnswered(await releaseHold({ attempt: attempt.id, ...by }))}
      onBack={onBack}
    >
      <p className={formCss.warning}>{form.releaseSay({ amount: held })}</p>
      {fields}
    </Form>
  );
}
