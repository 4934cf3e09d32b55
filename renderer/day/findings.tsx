import type { DayEntry, DayReason, DayReport } from '../../electron/contract/index.ts';
import { Key, Plate } from '../components/keys.tsx';
import { Mark } from '../components/mark.tsx';
import { paymentHash } from '../frame/routes.ts';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { dayWords, type DayTexts } from '../text/day-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as listCss from '../components/list.module.css';
import * as windowCss from '../components/window.module.css';
import * as css from './day.module.css';

const order: readonly DayEntry['verdict'][] = ['different', 'only-there', 'only-here', 'open', 'explained'];

/** Both sides in figures, and whether they are the same. */
export function Compared({ report, hasChanged }: { report: DayReport; hasChanged: boolean }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const now = useNow();
  const { counts, totals } = report;
  const wrong = counts.different + counts.onlyHere + counts.onlyThere;
  return (
    <Plate title={text.compared({ time: texts.shortTime(report.askedAt, now) })}>
      <dl className={`${listCss.payFacts} ${css.sides}`} data-part="pay-facts">
        {totals.map(({ currency, hereMinor, thereMinor }) => (
          <div key={currency} className={css.side}>
            <dt>{text.here}</dt>
            <dd>{texts.money(hereMinor, currency)}</dd>
            <dt>{text.there}</dt>
            <dd>{texts.money(thereMinor, currency)}</dd>
            <dt>{text.difference}</dt>
            <dd>
              {hereMinor === thereMinor ? (
                <span className={listCss.payState} data-part="pay-state" data-tone="paid">
                  <Mark shape="paid" isSmall />
                  {text.none}
                </span>
              ) : (
                texts.money(hereMinor - thereMinor, currency)
              )}
            </dd>
          </div>
        ))}
        {(['matched', 'different', 'onlyThere', 'onlyHere', 'explained', 'open'] as const).map((count) =>
          counts[count] === 0 ? null : (
            <div key={count}>
              <dt>{text.verdicts[verdictOf[count]]}</dt>
              <dd>{counts[count]}</dd>
            </div>
          ),
        )}
      </dl>
      {wrong === 0 && counts.open === 0 ? <p>{counts.explained > 0 ? text.allExplained : text.allWell}</p> : null}
      {report.strays.length === 0 ? null : <p>{text.unmatched({ count: report.strays.length })}</p>}
      {hasChanged ? <p>{text.changed}</p> : null}
    </Plate>
  );
}

const verdictOf = {
  matched: 'matched',
  different: 'different',
  onlyThere: 'only-there',
  onlyHere: 'only-here',
  explained: 'explained',
  open: 'open',
} as const;

/** Every difference between the sides with its reason, and a key to explain a platform record. */
export function Findings({ report, onExplain }: { report: DayReport; onExplain: (entry: DayEntry) => void }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const entries = order.flatMap((verdict) => report.entries.filter((entry) => entry.verdict === verdict));
  if (entries.length === 0) return null;
  return (
    <section aria-label={text.findings} className={css.findings}>
      <h2 className={keysCss.label} data-part="label">
        {text.findings}
      </h2>
      <ul>
        {entries.map((entry) => (
          <Finding key={keyOf(entry)} entry={entry} onExplain={() => onExplain(entry)} />
        ))}
      </ul>
    </section>
  );
}

const keyOf = ({ what, attempt, reversal, payLink, there }: DayEntry): string =>
  [what, attempt, reversal, payLink, ...there.map(({ id }) => id)].join('/');

function Finding({ entry, onExplain }: { entry: DayEntry; onExplain: () => void }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const now = useNow();
  const { verdict, what, attempt, here, there, reasons, link } = entry;
  const isFine = verdict === 'explained';
  const [record] = there;
  const shown =
    here ??
    (record && {
      amountMinor: record.amountMinor,
      currency: record.currency,
      at: record.createdAt,
      order: record.order,
    });
  return (
    <li className={`${keysCss.plate} ${css.finding}`} data-part="plate">
      <p className={listCss.payState} data-part="pay-state" data-tone={isFine ? 'quiet' : 'checking'}>
        <Mark shape={isFine ? 'cancelled' : 'checking'} isSmall />
        {text.verdicts[verdict]}
      </p>
      <p>
        <b>{shown ? texts.money(shown.amountMinor, shown.currency) : ''}</b>{' '}
        {[
          record && here === null ? text.kinds[record.kind] : null,
          what === 'pay-link' ? texts.words.links.sum.kinds.link : null,
          shown?.at ? texts.shortTime(shown.at, now) : null,
          shown?.order ? text.order({ order: shown.order }) : null,
          record?.lastFour,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {reasons.map((reason) => (
        <p key={`${reason.what} ${reason.here}`}>{reasonWords(reason, shown?.currency ?? 'USD', texts)}</p>
      ))}
      {record ? (
        <p className={`${windowCss.small} tb-code`} data-part="small">
          {there.map(({ id }) => id).join(' ')}
        </p>
      ) : null}
      {link ? (
        <p>
          {text.explainedBy({ name: link.by })}: {link.explanation}
        </p>
      ) : null}
      {attempt === null ? null : (
        <a className={keysCss.btn} data-part="key" data-variant="small" href={paymentHash(attempt)}>
          {texts.words.tabs.inHistory}
        </a>
      )}
      {record && !isFine && verdict !== 'open' ? (
        <Key name={`explain/${record.id}`} variant="small" icon="lock" sub={text.explainSub} onPress={onExplain}>
          {text.explain}
        </Key>
      ) : null}
    </li>
  );
}

/** Formats a reason, such as "Another amount: $10.00 here, $9.00 there". */
function reasonWords({ what, here, there }: DayReason, currency: string, texts: DayTexts): string {
  const { reasons, sides, side } = texts.words.day;
  const isMoney = what === 'amount' || what === 'tip' || what === 'captured-elsewhere';
  const word = (value: string): string =>
    isMoney && /^[0-9]{1,12}$/.test(value) ? texts.money(Number(value), currency) : value;
  if (here !== null && there !== null) return `${reasons[what]}: ${sides({ here: word(here), there: word(there) })}`;
  if (here !== null) return `${reasons[what]}: ${side.here({ what: word(here) })}`;
  return there === null ? reasons[what] : `${reasons[what]}: ${side.there({ what: word(there) })}`;
}
