import { useState } from 'react';
import { decisionWord, type AttemptView, type Operator, type Verdict } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Choice, Form, MAX_REASON, MIN_REASON, TextField } from '../components/form.tsx';
import { useNamed } from '../frame/use-named.tsx';
import { useTexts } from '../text/index.ts';
import * as formCss from '../components/form.module.css';

/** A manager's decision on a payment or refund in doubt: its outcome, the reason, and the manager's name. */
export function DecideForm({
  about,
  subject,
  decide,
  onBack,
}: {
  about: Pick<AttemptView, 'kind' | 'timings'>;
  /** Description of the reversal, when the payment has several. */
  subject?: string;
  /** Rejects with a TillError. */
  decide: (word: { verdict: Verdict; reason: string; operator?: Operator }) => Promise<unknown>;
  onBack: () => void;
}) {
  const { payments, outcomes } = useTexts().words;
  const text = payments.decide;
  const warning = about.kind === 'refund' ? outcomes.refund.notKnown : text.warning;
  const title = about.kind === 'refund' ? text.titleRefund : text.title;
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [reason, setReason] = useState('');
  const { fields, by, missing } = useNamed('decide');
  const written = reason.trim();
  const options = {
    paid: text.verdicts[decisionWord(about, 'paid')],
    'not-paid': text.verdicts[decisionWord(about, 'not-paid')],
  };
  useSpeakOnce('decide', `${title}. ${warning} ${text.warningSay}`, 'assertive');
  const notYet =
    verdict === null ? text.verdictMissing : written.length < MIN_REASON ? payments.form.reasonShort : missing;
  return (
    <Form
      act="decide"
      title={title}
      go={verdict === null ? text.key : text.go[decisionWord(about, verdict)]}
      missing={notYet}
      send={async () => {
        if (verdict !== null) await decide({ verdict, reason: written, ...by });
      }}
      onBack={onBack}
    >
      {subject === undefined ? null : <p>{subject}</p>}
      <div className={formCss.warning}>
        <p>
          <b>{warning}</b>
        </p>
        <p>{text.warningSay}</p>
      </div>
      <Choice question={text.question} options={options} value={verdict} onChange={setVerdict} />
      <TextField label={payments.form.reason} value={reason} max={MAX_REASON} onChange={setReason} />
      {fields}
    </Form>
  );
}
