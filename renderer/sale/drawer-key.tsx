import { useState } from 'react';
import { useAnnounce } from '../components/announcer.tsx';
import { Dialog, NARROW } from '../components/dialog.tsx';
import { Form, MAX_REASON, TextField, useOperator } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { useHasManagers, useNamesFor } from '../frame/use-named.tsx';
import { ownNameFor, useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { settingsWords } from '../text/settings-words.ts';

/** Opens the cash drawer without a sale. */
export function DrawerKey() {
  const { printers: text } = useTexts(settingsWords).words;
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <Key name="open-drawer" variant="flat" onPress={() => setIsOpening(true)}>
        {text.drawer}
      </Key>
      {isOpening ? <DrawerDialog onClose={() => setIsOpening(false)} /> : null}
    </>
  );
}

/** Asks for the cashier's name and the reason: both are written to the audit log. */
export function DrawerDialog({ onClose }: { onClose: () => void }) {
  const { openDrawer } = useCommands();
  const { printers: text } = useTexts(settingsWords).words;
  const announce = useAnnounce();
  // A press after a lost answer repeats the same opening.
  const [id] = useState(() => `D-${crypto.randomUUID()}`);
  const [why, setWhy] = useState('');
  const own = useTill(ownNameFor('open-drawer'));
  const pin = useHasManagers() && own === '' ? 'optional' : 'none';
  const { fields, operator, missing } = useOperator({ own, names: useNamesFor('open-drawer'), pin, isFirst: true });
  const send = async () => {
    const reason = why.trim();
    await openDrawer({ id, ...(reason === '' ? {} : { why: reason }), operator });
    announce(text.opened);
    onClose();
  };
  return (
    <Dialog title={text.drawer} width={NARROW} onClose={onClose}>
      <Form
        title={text.drawer}
        isTitleSaid
        go={text.drawer}
        missing={missing}
        act="open-drawer"
        refusals={text.failed}
        send={send}
        onBack={onClose}
      >
        {fields}
        <TextField
          label={text.why}
          value={why}
          max={Math.min(200, MAX_REASON)}
          isFirst={own !== ''}
          onChange={setWhy}
        />
      </Form>
    </Dialog>
  );
}
