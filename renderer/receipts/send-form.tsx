import { useState } from 'react';
import { sendDestination, type SendMethod, type SendResult } from '../../electron/contract/index.ts';
import { Form, TextField } from '../components/form.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts, type Words } from '../text/index.ts';
import * as css from './receipt-keys.module.css';

/** As the contract bounds it, characters. */
const MAX_DESTINATION = 254;

/** Asks where to, has the platform send it, and says what really became of it. */
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

/** What became of it, and what to do: nothing is called sent that the platform has not called so. */
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
