import { Button } from '../components/button.tsx';
import { useEffect, useId, useState } from 'react';
import { splitNames } from '../../electron/contract/index.ts';
import { Dialog, NARROW } from '../components/dialog.tsx';
import { failureSentence, Form, useOperator } from '../components/form.tsx';
import { Icon } from '../components/icon.tsx';
import { keepFocus, Key } from '../components/keys.tsx';
import { Modal } from '../components/modal.tsx';
import { PinDots, PinPad, usePinEntry } from '../components/pin-pad.tsx';
import { ChargedSentence, Fact, Facts, Foot, FirstLine, Say, Window } from '../components/window.tsx';
import { useTill, type Permission } from '../store/index.ts';
import { notDoneText } from '../text/not-done.ts';
import { useTexts } from '../text/index.ts';
import * as css from './permission-dialog.module.css';
import { useHasManagers, useNamesFor } from './use-named.tsx';
import * as keysCss from '../components/keys.module.css';
import * as pinPadCss from '../components/pin-pad.module.css';
import * as windowCss from '../components/window.module.css';
import * as frameCss from './frame.module.css';

/** Shown when the signed-in person lacks a right: a permitted person confirms this command with their PIN. */
export function PermissionDialog({ permission }: { permission: Permission }) {
  const { form } = useTexts().words.payments;
  const ask = permission.failure.context?.['ask'];
  const { refuse } = permission;
  useEffect(() => {
    window.addEventListener('hashchange', refuse);
    return () => window.removeEventListener('hashchange', refuse);
  }, [refuse]);
  if (typeof ask === 'string') return <AskThem permission={permission} names={splitNames(ask)} />;
  return (
    <Dialog title={form.askAManager} width={NARROW} onClose={refuse}>
      <AskByName permission={permission} />
    </Dialog>
  );
}

/** No user has this right yet, so the form asks for a name. */
function AskByName({ permission: { failure, act, give, refuse } }: { permission: Permission }) {
  const texts = useTexts();
  const { form } = texts.words.payments;
  const pin = useHasManagers() ? 'needed' : 'none';
  const { fields, operator, missing } = useOperator({ names: useNamesFor(act), pin, isFirst: true });
  return (
    <Form title={form.onlyThis} go={form.allow} missing={missing} act={act} send={() => give(operator)} onBack={refuse}>
      <p>{failureSentence(failure, texts, act)}</p>
      {fields}
    </Form>
  );
}

/** Covers the place that asked, below the top bar; text typed there stays. */
function AskThem({ permission, names }: { permission: Permission; names: readonly string[] }) {
  const texts = useTexts();
  const { signIn: text, payments } = texts.words;
  const { act, give, refuse } = permission;
  const signedIn = useTill((state) => state.signedIn?.name ?? null);
  const [name, setName] = useState(() => names.find((one) => one === signedIn) ?? names[0] ?? '');
  const [top] = useState(() => Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0));
  const id = useId();
  const entry = usePinEntry(name, (pin) => give({ name, pin }));
  return (
    <Modal labelledBy={id} className={css.ask} style={{ top }} onClose={refuse}>
      <div className={frameCss.stage} data-part="stage">
        <Window state="idle" label={payments.form.askAManager} screenKey="ask">
          <FirstLine>
            <span>{payments.form.onlyThis}</span>
            <span className={windowCss.toRight}>
              <Key name="back" variant="flat" shortcut="Escape" onPress={refuse}>
                {payments.form.back}
              </Key>
            </span>
          </FirstLine>
          <h2
            id={id}
            className={`${windowCss.heading} ${windowCss.headingLong}`}
            data-part="heading"
            tabIndex={-1}
            data-autofocus
          >
            {payments.form.askWho({ names: name })}
          </h2>
          <ChargedSentence icon="lock">{notDoneText(act, texts)}</ChargedSentence>
          <Say>{entry.failure === null ? text.can({ name }) : failureSentence(timed(entry), texts, act)}</Say>
          <fieldset
            className={`${pinPadCss.people} ${pinPadCss.peopleFew}`}
            data-part="people"
            aria-label={text.people}
          >
            {names.map((one) => (
              <Button
                key={one}
                className={keysCss.btn}
                data-part="key"
                aria-pressed={one === name}
                onMouseDown={keepFocus}
                onClick={() => setName(one)}
              >
                <span>{one}</span>
                {one === name ? <Icon name="tick" /> : null}
              </Button>
            ))}
          </fieldset>
          {signedIn === null ? null : (
            <Foot>
              <Facts>
                <Fact label={text.staysSignedIn({ name: signedIn })} isWideOnly />
              </Facts>
            </Foot>
          )}
        </Window>
        {/* A div, because the place below already has a region of keys. */}
        <div className={keysCss.keys} data-part="keys">
          <h3 className={`${keysCss.label} ${keysCss.onlyWideBlock}`} data-part="label">
            {text.pinOf({ name })}
          </h3>
          <PinDots count={entry.pin.length} isBoxed />
          <PinPad entry={entry} go={payments.form.allow} isHeld />
        </div>
      </div>
    </Modal>
  );
}

/** The failure with the remaining part of its wait. */
function timed({ failure, waitMs }: ReturnType<typeof usePinEntry>): Permission['failure'] {
  if (!failure) throw new Error('There is no failure');
  return { ...failure, context: { ...failure.context, ...(waitMs > 0 ? { waitMs } : { waitMs: null }) } };
}
