import { useState } from 'react';
import type { OrderRoot, OtherTender } from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { Choice, Form, TextField } from '../components/form.tsx';
import { useAsker } from '../frame/use-named.tsx';
import { attemptIdFrom, useCommands, useTime } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

const MAX_NOTE = 300;

/**
 * Notes money received without the platform: tender, name and remark. One form is one note, however often it is sent.
 */
export function OtherTenderForm({
  amountMinor,
  currency,
  part,
  order,
  onDone,
}: {
  amountMinor: number;
  currency: string;
  part: OrderRoot | null;
  order: string | null;
  onDone: () => void;
}) {
  const texts = useTexts();
  const text = texts.words.links.otherTender;
  const { noteOtherTender } = useCommands();
  const announce = useAnnounce();
  const now = useTime();
  const [id] = useState(() => attemptIdFrom(now()));
  const [way, setWay] = useState<OtherTender['way']>('cash');
  const [note, setNote] = useState('');
  const { fields, operator, missing } = useAsker('note', true);
  const amount = texts.money(amountMinor, currency);
  const noteMissing = way === 'other' && note.trim() === '' ? text.noteMissing : null;
  return (
    <Form
      act="note"
      title={text.title({ amount })}
      go={text.go({ amount })}
      missing={missing ?? noteMissing}
      send={async () => {
        await noteOtherTender({ id, way, amountMinor, currency, part, order, note: note.trim(), by: operator.name });
        announce(text.noted({ amount: texts.spoken(amountMinor, currency), way: text.ways[way] }));
        onDone();
      }}
      onBack={onDone}
    >
      <p className="tb-quiet">{text.nothingSent}</p>
      <Choice question={text.way} options={text.ways} value={way} onChange={setWay} />
      {way === 'other' ? (
        <TextField label={text.note} value={note} max={MAX_NOTE} help={text.noteHelp} onChange={setNote} />
      ) : null}
      {fields}
    </Form>
  );
}
