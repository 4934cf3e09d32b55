import { useState } from 'react';
import type { OtherTender } from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { Form, MAX_REASON, MIN_REASON, TextField } from '../components/form.tsx';
import { useNamed } from '../frame/use-named.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** Withdraws a mistaken note of money received with another tender. Asks for the reason and the name. */
export function TakeBackForm({ noted, onDone }: { noted: OtherTender; onDone: () => void }) {
  const texts = useTexts();
  const { otherTender: text } = texts.words.links;
  const { takeBackOtherTender } = useCommands();
  const announce = useAnnounce();
  const [why, setWhy] = useState('');
  const { fields, by: asker, missing } = useNamed('take-back');
  const { amountMinor, currency, way, by } = noted;
  const written = why.trim();
  return (
    <Form
      act="take-back"
      title={text.takeBackTitle({ amount: texts.money(amountMinor, currency) })}
      go={text.takeBack}
      missing={written.length < MIN_REASON ? text.whyShort : missing}
      send={async () => {
        await takeBackOtherTender({ note: noted.id, reason: written, ...asker });
        announce(text.tookBack({ amount: texts.spoken(amountMinor, currency) }));
        onDone();
      }}
      onBack={onDone}
    >
      <p>{[text.ways[way], by, noted.note].filter(Boolean).join(', ')}</p>
      <p className="tb-quiet">{text.takeBackSay}</p>
      <TextField label={text.why} value={why} max={MAX_REASON} isFirst onChange={setWhy} />
      {fields}
    </Form>
  );
}
