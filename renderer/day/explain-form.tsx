import { useState } from 'react';
import type { DayEntry, DayLink } from '../../electron/contract/index.ts';
import { Form, MAX_REASON, MIN_REASON, TextField } from '../components/form.tsx';
import { Plate } from '../components/keys.tsx';
import { useNamed } from '../frame/use-named.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { dayWords } from '../text/day-words.ts';
import * as windowCss from '../components/window.module.css';

/** Maximum lengths, mirrored from the contract, in characters. */
const MAX_REFERENCE = 64;
const MAX_ORDER = 100;

/** A manager's explanation of a platform record: the payment or order it belongs to, and why it exists. */
export function ExplainForm({
  entry,
  onBack,
  onAnswered,
}: {
  entry: DayEntry;
  onBack: () => void;
  onAnswered: (link: DayLink) => void;
}) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const { explainRecord } = useCommands();
  const [record] = entry.there;
  const [payment, setPayment] = useState(entry.attempt ?? '');
  const [order, setOrder] = useState(record?.order ?? '');
  const [why, setWhy] = useState('');
  const { fields, by, missing } = useNamed('link');
  const written = why.trim();
  if (!record) return null;
  return (
    <Form
      act="link"
      title={text.explainTitle}
      go={text.explainGo}
      missing={written.length < MIN_REASON ? text.whyShort : missing}
      send={async () =>
        onAnswered(
          await explainRecord({
            record: { kind: record.kind, id: record.id },
            explanation: written,
            ...by,
            ...(payment.trim() === '' ? {} : { attempt: payment.trim() }),
            ...(order.trim() === '' ? {} : { order: order.trim() }),
          }),
        )
      }
      onBack={onBack}
    >
      <Plate>
        <p>
          <b>{texts.money(record.amountMinor, record.currency)}</b> {text.kinds[record.kind]}
        </p>
        <p className={`${windowCss.small} tb-code`} data-part="small">
          {record.id}
        </p>
      </Plate>
      <TextField label={text.why} value={why} max={MAX_REASON} isFirst onChange={setWhy} />
      <TextField
        label={text.payment}
        value={payment}
        max={MAX_REFERENCE}
        help={text.paymentHelp}
        onChange={setPayment}
      />
      <TextField label={text.orderField} value={order} max={MAX_ORDER} onChange={setOrder} />
      {fields}
    </Form>
  );
}
