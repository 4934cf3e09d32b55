import { useState, type FormEvent, type ReactNode } from 'react';
import { Dialog, NARROW } from '../components/dialog.tsx';
import { TextField } from '../components/form.tsx';
import { LockedPlate } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';
import type { ActionKey } from './action-keys.ts';
import type { ActionRequest } from './action-message.ts';
import { technicianWords } from '../text/technician-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './technician.module.css';

/** Maximum lengths, mirrored from the contract, in characters. */
const MAX_ACTIVATION_CODE = 32;
const MAX_IDLE_MESSAGE = 200;

type More = Pick<ActionRequest, 'activationCode' | 'idleMessage'>;

/**
 * Asks for the input of an action: the activation code, the message, or a confirmation. Esc and Go back cancel. It
 * stays mounted while closed, so that the focus returns to the key.
 */
export function ActionDialog({
  asked,
  turn,
  isOpen,
  name,
  idleMessage,
  onClose,
  onGo,
}: {
  /** Action that was requested, or null before the first action. */
  asked: ActionKey | null;
  /** Number of the question: each question starts with empty fields. */
  turn: number;
  isOpen: boolean;
  name: string;
  /** Message that the Device shows now, or null. */
  idleMessage: string | null;
  onClose: () => void;
  onGo: (more: More) => void;
}) {
  const { words } = useTexts(technicianWords);
  const text = words.technician.dialog;
  const title = {
    'activation-code': text.activationTitle({ name }),
    'idle-message': text.idleTitle({ name }),
    confirmation: text.deactivateTitle({ name }),
    'open-payment': text.openPaymentTitle({ action: asked?.name ?? '', name }),
  }[asked?.asks ?? 'confirmation'];
  if (!isOpen || !asked) return null;
  return (
    <Dialog title={title} width={NARROW} returnsFocus onClose={onClose}>
      <Question key={turn} asked={asked} idleMessage={idleMessage} onClose={onClose} onGo={onGo} />
    </Dialog>
  );
}

function Question({
  asked,
  idleMessage,
  onClose,
  onGo,
}: {
  asked: ActionKey;
  idleMessage: string | null;
  onClose: () => void;
  onGo: (more: More) => void;
}) {
  const text = useTexts(technicianWords).words.technician.dialog;
  const [code, setCode] = useState('');
  const [message, setMessage] = useState(idleMessage ?? '');
  switch (asked.asks) {
    case 'activation-code': {
      const activationCode = code.trim();
      return (
        <Form
          go={asked.name}
          missing={activationCode === '' ? text.activationMissing : null}
          onGo={() => onGo({ activationCode })}
          onClose={onClose}
        >
          <TextField
            label={text.activationLabel}
            help={text.activationHelp}
            value={code}
            max={MAX_ACTIVATION_CODE}
            kind="code"
            isFirst
            onChange={setCode}
          />
        </Form>
      );
    }
    case 'idle-message': {
      const wanted = message.trim();
      return (
        <Form
          go={text.idleGo}
          missing={wanted === '' ? text.idleMissing : null}
          onGo={() => onGo({ idleMessage: wanted })}
          onClose={onClose}
        >
          <TextField
            label={text.idleLabel}
            help={text.idleHelp({ left: MAX_IDLE_MESSAGE - message.length })}
            value={message}
            max={MAX_IDLE_MESSAGE}
            kind="sentence"
            isFirst
            onChange={setMessage}
          />
        </Form>
      );
    }
    case 'confirmation':
    case 'open-payment':
    case null:
      return (
        <Form go={asked.name} missing={null} isRisky onGo={() => onGo({})} onClose={onClose}>
          <p>{asked.asks === 'open-payment' ? text.openPaymentSay : text.deactivateSay}</p>
        </Form>
      );
  }
}

function Form({
  go,
  missing,
  isRisky = false,
  onGo,
  onClose,
  children,
}: {
  go: string;
  /** Reason why the dialog cannot proceed yet, or null. */
  missing: string | null;
  /** True when the focus starts on Back, so that a second Enter does not confirm. */
  isRisky?: boolean;
  onGo: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const text = useTexts(technicianWords).words.technician.dialog;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing === null) onGo();
  };
  return (
    <form className={css.actionAsk} onSubmit={submit}>
      {children}
      <div className="tb-two">
        <button
          type="button"
          className={keysCss.btn}
          data-part="key"
          data-autofocus={isRisky || undefined}
          onClick={onClose}
        >
          {text.cancel}
        </button>
        {missing === null ? (
          <button type="submit" className={keysCss.btn} data-part="key" data-variant="go">
            {go}
          </button>
        ) : (
          <LockedPlate icon="none">{missing}</LockedPlate>
        )}
      </div>
    </form>
  );
}
