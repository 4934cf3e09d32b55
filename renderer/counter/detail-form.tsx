import { useState } from 'react';
import { Form, TextField } from '../components/form.tsx';
import type { SaleDetail } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** Maximum lengths in characters, as in the contract. */
const MAX: Readonly<Record<SaleDetail, number>> = { order: 100, note: 300 };

/** Form for a line that goes with the next payment: its order, or a note. An empty text removes the line. */
export function DetailForm({
  detail,
  text,
  onKeep,
  onBack,
}: {
  detail: SaleDetail;
  text: string;
  onKeep: (text: string) => void;
  onBack: () => void;
}) {
  const { sale } = useTexts().words;
  const words = sale[detail];
  const [value, setValue] = useState(text);
  return (
    <Form
      title={words.title}
      go={words.keep}
      missing={null}
      send={() => {
        onKeep(value);
        return Promise.resolve();
      }}
      onBack={onBack}
    >
      <TextField
        label={words.label}
        value={value}
        max={MAX[detail]}
        help={words.help}
        isFirst
        isScanned={detail === 'order'}
        onChange={setValue}
      />
    </Form>
  );
}
