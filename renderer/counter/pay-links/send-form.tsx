import { useState } from 'react';
import { Form, TextField } from '../../components/form.tsx';
import { useCommands } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';

const MAX_ADDRESS = 254;

/**
 * Form for the recipient of the link. The page does not keep the recipient's address, and the host keeps only a part.
 */
export function SendForm({ link, way, onDone }: { link: string; way: 'EMAIL' | 'SMS'; onDone: () => void }) {
  const { send } = useTexts().words.links;
  const { sendLink } = useCommands();
  const [to, setTo] = useState('');
  const isEmail = way === 'EMAIL';
  return (
    <Form
      title={isEmail ? send.titleEmail : send.titleText}
      go={send.go}
      missing={to.trim() === '' ? (isEmail ? send.addressMissing : send.numberMissing) : null}
      send={async () => {
        await sendLink(link, way, to.trim());
        onDone();
      }}
      onBack={onDone}
    >
      <TextField label={isEmail ? send.address : send.number} value={to} max={MAX_ADDRESS} isFirst onChange={setTo} />
    </Form>
  );
}
