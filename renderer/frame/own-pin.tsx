import { useState } from 'react';
import { toFailure } from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { Dialog, NARROW } from '../components/dialog.tsx';
import { Form, TextField, useOperator } from '../components/form.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { personFault } from '../text/person-words.ts';
import { useTexts } from '../text/index.ts';
import { useNamesFor } from './use-named.tsx';
import { settingsWords } from '../text/settings-words.ts';

/** Maximum length of a PIN, mirrored from the contract, in characters. */
const MAX_PIN = 32;

/** A user changes their own PIN: the form asks for the current PIN and needs no manager. */
export function OwnPin({ onClose }: { onClose: () => void }) {
  const texts = useTexts(settingsWords);
  const { ownPin: text } = texts.words.thisScreen;
  const announce = useAnnounce();
  const { changeOwnPin } = useCommands();
  const own = useTill((state) => state.signedIn?.name ?? '');
  const { fields, operator, missing } = useOperator({
    own,
    names: useNamesFor('own-pin'),
    pin: 'needed',
    pinLabel: text.now,
    isFirst: true,
  });
  const [typed, setTyped] = useState({ next: '', again: '' });
  const [fault, setFault] = useState<string | null>(null);
  const type = (change: Partial<typeof typed>) => {
    setFault(null);
    setTyped({ ...typed, ...change });
  };
  const { next, again } = typed;
  const send = async () => {
    try {
      await changeOwnPin(operator, next);
    } catch (error) {
      const fault = personFault(toFailure(error), texts);
      if (fault === null) throw error;
      return setFault(fault);
    }
    announce(text.done({ name: operator.name }));
    onClose();
    return undefined;
  };
  return (
    <Dialog title={text.key} width={NARROW} onClose={onClose}>
      <Form
        title={text.key}
        isTitleSaid
        go={text.key}
        missing={missing ?? (next === '' ? text.missing : next === again ? null : text.other)}
        act="own-pin"
        send={send}
        onBack={onClose}
      >
        <p>{text.say}</p>
        {fields}
        <TextField
          label={text.next}
          value={next}
          max={MAX_PIN}
          kind="pin"
          wrong={fault}
          onChange={(pin) => type({ next: pin })}
        />
        <TextField label={text.again} value={again} max={MAX_PIN} kind="pin" onChange={(pin) => type({ again: pin })} />
      </Form>
    </Dialog>
  );
}
