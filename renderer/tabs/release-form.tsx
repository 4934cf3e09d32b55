import type { AttemptView } from '../../electron/contract/index.ts';
import { Form, useOperator } from '../components/form.tsx';
import { ownNameFor, useCommands, useTill } from '../store/index.ts';
import { useHasManagers } from '../sale/use-typed-amount.ts';
import { useTexts } from '../text/index.ts';

/** Gives a hold back: nothing can be charged of it afterwards. */
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
  const { fields, operator, missing } = useOperator(useHasManagers(), true, undefined, useTill(ownNameFor('release')));
  const held = texts.money(attempt.authorizedMinor ?? 0, attempt.currency);
  return (
    <Form
      act="release"
      title={form.releaseTitle}
      go={form.releaseGo(held)}
      missing={missing}
      send={async () => onAnswered(await releaseHold({ attempt: attempt.id, operator }))}
      onBack={onBack}
    >
      <p className="tb-form-warning">{form.releaseSay(held)}</p>
      {fields}
    </Form>
  );
}
