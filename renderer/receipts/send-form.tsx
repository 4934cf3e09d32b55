import { useState } from 'react';
import { sendDestination, type SendMethod, type SendResult } from '../../electron/contract/index.ts';
import { Form, TextField } from '../components/form.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts, type Words } from '../text/index.ts';
import * as css from './receipt-keys.module.css';

/** Maximum length, mirrored from the contract, in characters. */
const MAX_DESTINATION = 254;

/** Asks for the destination, has the platform send the receipt, and shows the real result. */
export function SendForm({
  method,
  attempt,
  reversal,
  onBack,
}: {
  method: SendMethod;
  attempt: string;
  reversal?: string;
  onBack: () => void;
}) {
  const { words } = useTexts();
  const text = words.receipts.forms[method];
  const { sendReceipt } = useCommands();
  const [typed, setTyped] = useState('');
  const [result, setResult] = useState<SendResult | null>(null);
  const destination = sendDestination(method, typed);
  return (
    <Form
      title={text.title}
      go={text.send}
      missing={destination === null ? text.wrong : null}
      onBack={onBack}
      send={async () => {
        setResult(null);
        const to = { method, destination: destination ?? typed };
        setResult(await sendReceipt({ attempt, ...to, ...(reversal === undefined ? {} : { reversal }) }));
      }}
    >
      <TextField
        label={text.label}
        help={text.help}
        kind={method === 'EMAIL' ? 'email' : 'phone'}
        value={typed}
        max={MAX_DESTINATION}
        isFirst
        onChange={(value) => {
          setTyped(value);
          setResult(null);
        }}
      />
      <p className={css.note} aria-live="polite">
        {result ? sendSentence(result, words) : ''}
      </p>
    </Form>
  );
}

/** Describes the result and the next step. It says "sent" only when the platform did. */
export function sendSentence({ state, destination, reason }: SendResult, { receipts }: Words): string {
  switch (state) {
    case 'sent':
      return receipts.sent({ destination });
    case 'failed': {
      const why = reason === 'UNDELIVERABLE' ? receipts.undelivered.UNDELIVERABLE : receipts.undelivered.other;
      return `${receipts.failed({ destination })} ${why} ${receipts.failedNext}`;
    }
    case 'unknown':
      return `${receipts.unknown({ destination })} ${receipts.unknownNext}`;
  }
}
