import { useState } from 'react';
import type { AttemptView } from '../../electron/contract/index.ts';
import { useCommands, useNow } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useTexts, entryOf } from '../text/index.ts';
import * as keysCss from '../components/keys.module.css';
import * as listCss from '../components/list.module.css';
import * as css from './history.module.css';

/** Rarely needed details: the time of each step, and the audit of actions. Closed by default. */
export function More({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const text = texts.words.history;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {attempt.timings.length === 0 ? null : (
        <details className={`${keysCss.plate} ${listCss.more}`} data-part="plate">
          <summary>{text.times}</summary>
          <dl className={listCss.payFacts} data-part="pay-facts">
            {attempt.timings.map(({ step, atMs }) => (
              <div key={`${step}/${atMs}`}>
                <dt>{entryOf(text.steps, step) ?? step}</dt>
                <dd>
                  {texts.clockTime(Date.parse(attempt.startedAt) + atMs)}{' '}
                  <span className="tb-quiet">{texts.tenths(atMs)}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <details
        className={`${keysCss.plate} ${listCss.more}`}
        data-part="plate"
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
      >
        <summary>{text.people}</summary>
        {isOpen ? <People attempt={attempt} /> : null}
      </details>
    </>
  );
}

function People({ attempt }: { attempt: AttemptView }) {
  const texts = useTexts();
  const { history: text, payments } = texts.words;
  const now = useNow();
  const { auditOf } = useCommands();
  const { id, state, reversals } = attempt;
  // The list is read again after a reversal or a decision.
  const { value: done, failure } = useAnswer(() => auditOf(id), `${id} ${state} ${reversals.length}`);
  if (failure) return <p>{text.away}</p>;
  if (done === null) return <p>{payments.loading}</p>;
  if (done.length === 0) return <p>{text.nobody}</p>;
  return (
    <ul className={css.payPeople}>
      {done.map(({ at, operator, action, data }) => (
        <li key={`${at}/${action}`}>
          <b>{entryOf(text.acts, action) ?? action}</b>
          {typeof data['amountMinor'] === 'number' ? ` ${texts.money(data['amountMinor'], attempt.currency)}` : ''}
          <br />
          <span className="tb-quiet">{text.actLine({ who: operator, when: texts.shortTime(at, now) })}</span>
          {typeof data['reason'] === 'string' && data['reason'] !== '' ? (
            <>
              <br />
              {data['reason']}
            </>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
