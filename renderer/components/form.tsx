import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import {
  splitNames,
  toFailure,
  type Act,
  type Failure,
  type FailureCode,
  type Operator,
} from '../../electron/contract/index.ts';
import { platformWords, useTexts, type Texts } from '../text/index.ts';
import { notDoneText } from '../text/not-done.ts';
import { secondPressText } from '../text/second-press.ts';
import { typedCardNumber } from '../text/typed-card-number.ts';
import { useAnnounce } from './announcer.tsx';
import * as formCss from './form.module.css';
import { Icon } from './icon.tsx';
import { DEAD_TIME_MS } from './key-registry.ts';
import { ENTER_STOPPED, takesScans } from './scan-guard.tsx';
import { tryAgainIn } from '../text/payment-words.ts';
import * as keysCss from './keys.module.css';
import { Spacer } from './keys.tsx';
import * as windowCss from './window.module.css';

/** Maximum lengths in characters, as in the contract. */
const MAX_NAME = 60;
const MAX_PIN = 32;

/** Length limits of a reason in characters, as in the contract. */
export const MIN_REASON = 3;
export const MAX_REASON = 300;

/**
 * Form in the keys' column. `send` submits the form and rejects with a TillError, which the form explains. `missing`:
 * why the form cannot be sent yet. Esc goes back. A press right after the form appears was meant for the previous key:
 * the form asks to press again.
 */
export function Form({
  title,
  isTitleSaid = false,
  go,
  missing,
  send,
  beside,
  refusals = {},
  act,
  onBack,
  children,
}: {
  title: string;
  /** The surrounding screen already shows the title. */
  isTitleSaid?: boolean;
  go: string;
  missing: string | null;
  send: () => Promise<unknown>;
  /**
   * Texts for refusals in this form that the general texts do not fit. Such a text asks a question: the form ignores
   * presses for a moment after showing the text.
   */
  refusals?: Partial<Record<FailureCode, string>>;
  /** Action that was denied, for the text of the refusal. */
  act?: Act | undefined;
  /** Key next to the back key. */
  beside?: ReactNode;
  onBack: () => void;
  children: ReactNode;
}) {
  const text = useTexts().words.payments.form;
  const { isSending, problem, submit, say } = useSending(missing, send, refusals, act);
  const form = useRef<HTMLFormElement>(null);
  useHeldBack(form, say);
  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[data-first]');
    (first ?? form.current?.querySelector('h2'))?.focus();
  }, []);
  const back = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onBack();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc in a field goes back, as everywhere
    <form
      ref={form}
      className={formCss.form}
      data-part="form"
      aria-label={title}
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={back}
    >
      <h2 tabIndex={-1} className={isTitleSaid ? 'tb-sr' : undefined}>
        {title}
      </h2>
      {children}
      <Spacer />
      <div className={formCss.keys} data-part="form-keys">
        {/* The keys cover the end of a long form, so the problem is shown among them. */}
        {problem === null ? null : <p className={formCss.wrong}>{problem}</p>}
        <div className={beside === undefined ? formCss.back : `${formCss.back} tb-two`} data-part="form-back">
          {beside}
          <button type="button" className={keysCss.btn} data-part="key" onClick={onBack}>
            <Icon name="back" />
            <span>{text.back}</span>
          </button>
        </div>
        <button
          type="submit"
          className={keysCss.btn}
          data-part="key"
          data-variant="go"
          aria-disabled={isSending || undefined}
        >
          <span>{isSending ? text.sending : go}</span>
        </button>
      </div>
    </form>
  );
}

/** Sends a form, one submission at a time. `problem`: why the form was not sent, or the host's refusal. */
function useSending(
  missing: string | null,
  send: () => Promise<unknown>,
  refusals: Partial<Record<FailureCode, string>>,
  act: Act | undefined,
) {
  const texts = useTexts();
  const announce = useAnnounce();
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [lastMissing, setLastMissing] = useState<string | null>(null);
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  const say = (sentence: string) => {
    setProblem(sentence);
    announce(sentence, 'assertive');
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    if (performance.now() - shownAt.current < DEAD_TIME_MS) {
      setLastMissing(null);
      return say(texts.words.frame.pressAgain);
    }
    const wrong = missing ?? cardNumberIn(event.currentTarget, texts);
    if (wrong !== null) {
      setLastMissing(missing);
      return say(wrong);
    }
    setIsSending(true);
    setProblem(null);
    try {
      await send();
    } catch (error) {
      const failure = toFailure(error);
      const own = refusals[failure.code];
      if (own !== undefined) shownAt.current = performance.now();
      say(own ?? failureSentence(failure, texts, act));
    } finally {
      setIsSending(false);
    }
  };
  // The complaint about a missing value disappears once the value is filled in.
  const isFilledIn = problem !== null && problem === lastMissing && problem !== missing;
  return { isSending, problem: isFilledIn ? null : problem, submit, say };
}

/** Complaint about a card number in a field of the form, or null. The host would refuse the number too. */
function cardNumberIn(form: HTMLFormElement, texts: Texts): string | null {
  const fields = Array.from(form.elements).filter((field) => field instanceof HTMLInputElement);
  return fields.map(({ value }) => typedCardNumber(value, texts)).find((one) => one !== null) ?? null;
}

/** Explains why Enter in a field did nothing: the key came from a scanner, or from an equally fast person. */
function useHeldBack(form: { readonly current: HTMLFormElement | null }, say: (sentence: string) => void): void {
  const { refusals, scanTakenBack } = useTexts().words.sale;
  useEffect(() => {
    const { current } = form;
    const onHeldBack = (event: Event) => {
      const isTakenBack = event instanceof CustomEvent && event.detail.isTakenBack === true;
      say(isTakenBack ? scanTakenBack : refusals.SCAN_OR_HAND);
    };
    current?.addEventListener(ENTER_STOPPED, onHeldBack);
    return () => current?.removeEventListener(ENTER_STOPPED, onHeldBack);
  });
}

/**
 * Explains the host's refusal: what happened, how many tries are left, what to do, and when. `act`: the requested
 * action, if known.
 */
export function failureSentence(failure: Failure, texts: Texts, act?: Act): string {
  const second = secondPressText(failure, texts);
  if (second) return `${second.what} ${second.say}`;
  const { code, context } = failure;
  const { words } = texts;
  const { what, next } = words.failures[code];
  const { name, ask } = context ?? {};
  if (code === 'ROLE_REQUIRED' && typeof ask === 'string') {
    const { mayNot, askWho } = words.payments.form;
    const names = splitNames(ask).join(', ');
    const whom = typeof name === 'string' ? mayNot({ name, names }) : `${what} ${askWho({ names })}.`;
    return `${notDoneText(act, texts)} ${whom}`;
  }
  const tries = code === 'ROLE_PIN_WRONG' && typeof context?.['triesLeft'] === 'number' ? context['triesLeft'] : null;
  const { triesLeft } = words.payments.form;
  const waitMs = code.startsWith('ROLE_') ? context?.['waitMs'] : null;
  const then = typeof waitMs === 'number' ? tryAgainIn(waitMs, texts) : next;
  const locked = lockedWords(failure, texts);
  if (locked) return [locked.who, then, locked.whom].join(' ');
  return [what, platformWords(failure, texts), tries === null ? '' : triesLeft({ tries }), then]
    .filter(Boolean)
    .join(' ');
}

/**
 * Texts about the person locked after wrong PINs, and about whom to ask until then. Returns null if the whole till is
 * locked, or if nothing is locked.
 */
export function lockedWords({ code, context }: Failure, { words }: Texts): { who: string; whom: string } | null {
  const { name, ask } = context ?? {};
  if (code !== 'ROLE_LOCKED' || typeof name !== 'string') return null;
  const { lockedBy, lockedAsk, lockedAskManager } = words.signIn;
  return {
    who: lockedBy({ name }),
    whom: typeof ask === 'string' ? lockedAsk({ names: splitNames(ask).join(', ') }) : lockedAskManager,
  };
}

/** On-screen keyboard for each kind of field. */
const inputModes = {
  text: 'text',
  code: 'text',
  sentence: 'text',
  amount: 'decimal',
  pin: 'numeric',
  email: 'email',
  phone: 'tel',
  url: 'url',
  secret: 'text',
} as const;

/** Text field with a label and a complaint. `isFirst`: the field takes the focus when the form appears. */
export function TextField({
  label,
  value,
  max,
  wrong = null,
  help,
  kind = 'text',
  isFirst = false,
  isScanned = false,
  offers = [],
  onChange,
}: {
  label: string;
  value: string;
  /** Maximum length in characters. */
  max: number;
  wrong?: string | null;
  help?: string;
  /** `secret`: never shown or checked for card numbers. `sentence`: checked for spelling. */
  kind?: keyof typeof inputModes;
  isFirst?: boolean;
  /** The field accepts scans. */
  isScanned?: boolean;
  /** Suggested values; any other value may be typed. */
  offers?: readonly { value: string; name?: string }[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  const texts = useTexts();
  const bad = wrong ?? (kind === 'secret' ? null : typedCardNumber(value, texts));
  const hint = bad ?? help;
  return (
    <div className={formCss.field} data-part="form-field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={kind === 'code' ? 'tb-code' : undefined}
        value={value}
        maxLength={max}
        type={kind === 'pin' || kind === 'secret' ? 'password' : 'text'}
        {...(offers.length === 0 ? {} : { list: `${id}-offers` })}
        inputMode={inputModes[kind]}
        autoComplete="off"
        spellCheck={kind === 'sentence'}
        {...(isScanned ? takesScans : {})}
        data-first={isFirst || undefined}
        // A dialog moves the focus last, to this attribute.
        data-autofocus={isFirst || undefined}
        aria-invalid={bad !== null || undefined}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-said` })}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={(event) => {
          if (kind === 'amount') event.currentTarget.select();
        }}
      />
      {offers.length === 0 ? null : (
        <datalist id={`${id}-offers`}>
          {offers.map(({ value: offer, name }) => (
            <option key={offer} value={offer}>
              {name}
            </option>
          ))}
        </datalist>
      )}
      {hint === undefined ? null : (
        <p
          id={`${id}-said`}
          {...(bad === null ? { className: windowCss.small, 'data-part': 'small' } : { className: formCss.wrong })}
        >
          {hint}
        </p>
      )}
    </div>
  );
}

/** Radio keys for a few options, next to each other. */
export function Choice<T extends string>({
  question,
  options,
  value,
  onChange,
}: {
  question: string;
  options: Readonly<Record<T, string>>;
  value: T | null;
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className={formCss.choices} data-part="form-choices">
      <legend>{question}</legend>
      {(Object.keys(options) as T[]).map((option) => (
        <label key={option} className={keysCss.btn} data-part="key" data-chosen={value === option || undefined}>
          <input type="radio" name={name} checked={value === option} onChange={() => onChange(option)} />
          <span>{options[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Fields for the name and PIN of the person who requests an action. `missing`: complaint about the first empty field.
 * `own`: name of the signed-in person who has the right; the form then asks for no name. `names`: accepted names; an
 * empty list accepts any name. `optional`: a person without a PIN leaves the field empty, and the host decides whether
 * a PIN is needed.
 */
export function useOperator({
  own = '',
  names = [],
  pin: wanted,
  pinLabel,
  isFirst = false,
}: {
  own?: string;
  names?: readonly string[];
  pin: 'none' | 'needed' | 'optional';
  pinLabel?: string;
  isFirst?: boolean;
}): {
  fields: ReactNode;
  operator: Operator;
  missing: string | null;
} {
  const { form } = useTexts().words.payments;
  const [typed, setName] = useState(names.length === 1 ? (names[0] ?? '') : '');
  const [pin, setPin] = useState('');
  const name = own === '' ? typed.trim() : own;
  const nameMissing = names.length === 0 ? form.nameMissing : form.nameNotChosen;
  return {
    operator: { name, ...(wanted === 'needed' || (wanted === 'optional' && pin !== '') ? { pin } : {}) },
    missing: name === '' ? nameMissing : wanted === 'needed' && pin === '' ? form.pinMissing : null,
    fields: (
      <>
        {own !== '' ? null : names.length === 0 ? (
          <TextField label={form.name} value={typed} max={MAX_NAME} isFirst={isFirst} onChange={setName} />
        ) : (
          <NameField names={names} value={typed} isFirst={isFirst} onChange={setName} />
        )}
        {wanted === 'none' ? null : (
          <TextField
            label={pinLabel ?? form.justPin}
            value={pin}
            max={MAX_PIN}
            kind="pin"
            isFirst={isFirst && own !== ''}
            onChange={setPin}
          />
        )}
      </>
    ),
  };
}

/** Selects one of the people who are set up. */
function NameField({
  names,
  value,
  isFirst,
  onChange,
}: {
  names: readonly string[];
  value: string;
  isFirst: boolean;
  onChange: (name: string) => void;
}) {
  const { form } = useTexts().words.payments;
  const id = useId();
  return (
    <div className={formCss.field} data-part="form-field">
      <label htmlFor={id}>{form.name}</label>
      <select
        id={id}
        value={value}
        data-first={isFirst || undefined}
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {value === '' ? <option value="">{form.nameNotChosen}</option> : null}
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}
