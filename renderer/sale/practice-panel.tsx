import { Button } from '../components/button.tsx';
import type { ReactNode } from 'react';
import type { PracticeView } from '../../electron/contract/index.ts';
import { Icon, type IconName } from '../components/icon.tsx';
import { keepFocus } from '../components/keys.tsx';
import { tillCurrency, useCommands, useTill, type PracticeGesture } from '../store/index.ts';
import { useTexts, textOf, type Message } from '../text/index.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './practice-panel.module.css';

/** Amount that the partial card pays, in minor units of a currency with cents. */
const PARTIAL_MINOR = 3000;

/**
 * The practice terminal next to the counter in training: its display, a deck of test cards, the customer's actions.
 * `children` is the guide's line, above the terminal.
 */
export function PracticePanel({ practice, children }: { practice: PracticeView; children?: ReactNode }) {
  const { practice: text } = useTexts().words.counter;
  const { setPracticeCable } = useCommands();
  const isOn = practice.isRunning && practice.isPluggedIn;
  return (
    <section className={css.practice} data-part="practice" aria-label={text.region}>
      <div className={css.head} data-part="practice-head">
        <h2>{text.title}</h2>
        <Button
          className={keysCss.btn}
          data-part="key"
          data-variant="small"
          onMouseDown={keepFocus}
          onClick={() => void setPracticeCable(!practice.isPluggedIn)}
        >
          <Icon name="plug" />
          <span>{practice.isPluggedIn ? text.pullCable : text.plugIn}</span>
        </Button>
      </div>
      {children}
      <PracticeDevice lines={isOn ? practice.display : [practice.isPluggedIn ? text.dark : text.unplugged]} />
      <Deck practice={practice} />
      <Gestures can={isOn ? practice.can : []} />
    </section>
  );
}

function PracticeDevice({ lines }: { lines: readonly string[] }) {
  const { practice: text } = useTexts().words.counter;
  const [first = '', ...rest] = lines;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made of boxes, not an image file
    <div className={css.device} data-part="device" role="img" aria-label={text.shows({ text: lines.join('. ') })}>
      <div className={css.deviceScreen}>
        <b data-short={first.length <= 9 || undefined}>{first}</b>
        {rest.map((line, index) => (
          <span key={index}>{line}</span>
        ))}
      </div>
      <div className={css.deviceKeys} data-part="device-keys">
        {Array.from({ length: 12 }, (_, index) => (
          <span key={index} />
        ))}
      </div>
      <div className={css.deviceSlot} />
    </div>
  );
}

function Deck({ practice }: { practice: PracticeView }) {
  const texts = useTexts();
  const { practice: text } = texts.words.counter;
  const currency = useTill(tillCurrency);
  const { choosePracticeCard } = useCommands();
  return (
    <>
      <p className={keysCss.label} data-part="label" id="practice-deck">
        {text.pickCard}
      </p>
      <div className={css.deck} role="radiogroup" aria-labelledby="practice-deck">
        {practice.cards.map((card) => {
          const words: { name: Message<{ thirty: string }>; hint?: string } = text.cards[card.id];
          const name = textOf(words.name, { thirty: texts.roundMoney(PARTIAL_MINOR, currency) });
          const isChosen = card.id === practice.chosenCard;
          return (
            <label key={card.id} className={keysCss.btn} data-part="key" data-chosen={isChosen || undefined}>
              {/* Checked only by the host's state: the deck belongs to the practice terminal. */}
              <input
                type="radio"
                name="practice-card"
                checked={isChosen}
                onChange={() => void choosePracticeCard(card.id)}
              />
              <span>
                {name}
                <span className={keysCss.btnSub} data-part="key-sub">
                  {words.hint ?? text.cardLabel({ brand: card.brand, lastFour: card.lastFour })}
                </span>
              </span>
              {isChosen ? (
                <span className={keysCss.btnPush} data-part="key-push">
                  <Icon name="tick" />
                </span>
              ) : null}
            </label>
          );
        })}
      </div>
    </>
  );
}

function Gestures({ can }: { can: readonly PracticeGesture[] }) {
  const { practice: text } = useTexts().words.counter;
  const { practiceGesture } = useCommands();
  const gestures: readonly { gesture: PracticeGesture; icon: IconName; label: string }[] = [
    { gesture: 'insert', icon: 'insert', label: text.insert },
    { gesture: 'tap', icon: 'tap', label: text.tap },
    { gesture: 'swipe', icon: 'swipe', label: text.swipe },
    { gesture: 'enter-pin', icon: 'pin', label: text.enterPin },
    { gesture: 'remove', icon: 'remove', label: text.remove },
    { gesture: 'press-cancel', icon: 'cross', label: text.pressCancel },
  ];
  return (
    <fieldset className={css.gestures} data-part="gestures" aria-label={text.gestures}>
      {gestures.map(({ gesture, icon, label }) => {
        const isPossible = can.includes(gesture);
        return (
          <Button
            key={gesture}
            className={keysCss.btn}
            data-part="key"
            data-variant="small"
            aria-disabled={!isPossible}
            onMouseDown={keepFocus}
            onClick={() => {
              if (isPossible) void practiceGesture(gesture);
            }}
          >
            <Icon name={icon} />
            <span>{label}</span>
          </Button>
        );
      })}
    </fieldset>
  );
}
