import { Dialog } from '../components/dialog.tsx';
import { failureSentence, Form, useOperator } from '../components/form.tsx';
import type { Permission } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** Somebody may not do what was pressed: who may, and their name and PIN, on the spot and for this one command. */
export function PermissionDialog({ permission }: { permission: Permission }) {
  const { form } = useTexts().words.payments;
  const ask = permission.failure.context?.['ask'];
  return (
    <Dialog title={typeof ask === 'string' ? form.askWho(ask) : form.askAManager} size="md" onClose={permission.refuse}>
      <Ask permission={permission} />
    </Dialog>
  );
}

function Ask({ permission: { failure, give, refuse } }: { permission: Permission }) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const { fields, operator, missing } = useOperator(true, true, form.justPin);
  return (
    <Form title={form.onlyThis} go={form.allow} missing={missing} send={() => give(operator)} onBack={refuse}>
      <p>{failureSentence(failure, texts)}</p>
      {fields}
    </Form>
  );
}
