import type { DayLedger, DayLines } from '../../electron/contract/index.ts';
import { useNow } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { brandName } from '../text/payment-words.ts';
import { dayWords } from '../text/day-words.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './day.module.css';

/** All figures of a ledger. */
export function Figures({ ledger }: { ledger: DayLedger }) {
  return (
    <>
      <Ledger ledger={ledger} />
      <People ledger={ledger} />
      <Hours ledger={ledger} />
    </>
  );
}

/** Card payments, refunds and payments by link: every column and line adds up. Noted money is below the sum. */
function Ledger({ ledger }: { ledger: DayLedger }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const money = (minor: number) => texts.money(minor, ledger.currency);
  const { reversals, refunds, linkReversals } = ledger;
  const hasSurcharges = ledger.paid.surchargesMinor > 0;
  const cells = (lines: DayLines) => (
    <>
      <td>{lines.count}</td>
      <td className={css.ledgerPart}>{money(lines.salesMinor)}</td>
      <td className={css.ledgerPart}>{money(lines.tipsMinor)}</td>
      {hasSurcharges ? <td className={css.ledgerPart}>{money(lines.surchargesMinor)}</td> : null}
      <td>
        <b>{money(lines.totalMinor)}</b>
      </td>
    </>
  );
  const line = (name: string, count: number, totalMinor: number) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td>{count}</td>
      <td colSpan={hasSurcharges ? 4 : 3}>
        <b>{money(totalMinor)}</b>
      </td>
    </tr>
  );
  return (
    <table className={css.ledger}>
      <thead>
        <tr>
          <th scope="col">{text.columns.what}</th>
          <th scope="col">{text.columns.count}</th>
          <th scope="col" className={css.ledgerPart}>
            {text.columns.sales}
          </th>
          <th scope="col" className={css.ledgerPart}>
            {text.columns.tips}
          </th>
          {hasSurcharges ? (
            <th scope="col" className={css.ledgerPart}>
              {text.columns.surcharges}
            </th>
          ) : null}
          <th scope="col">{text.columns.total}</th>
        </tr>
      </thead>
      <tbody>
        {ledger.brands.map(({ brand, ...lines }) => (
          <tr key={brand ?? ''}>
            <th scope="row">{brand === null ? text.otherCards : brandName(brand)}</th>
            {cells(lines)}
          </tr>
        ))}
        <tr className={css.ledgerSum}>
          <th scope="row">{text.paid}</th>
          {cells(ledger.paid)}
        </tr>
        {reversals.count > 0 ? line(text.givenBack, reversals.count, -reversals.totalMinor) : null}
        {refunds.count > 0 ? line(text.refunds, refunds.count, -refunds.totalMinor) : null}
        {ledger.links.count > 0 ? (
          <tr>
            <th scope="row">{text.payLinks}</th>
            {cells(ledger.links)}
          </tr>
        ) : null}
        {linkReversals ? line(text.linksGivenBack, linkReversals.count, -linkReversals.totalMinor) : null}
        <tr className={css.ledgerSum}>
          <th scope="row">{text.toBank}</th>
          <td colSpan={hasSurcharges ? 5 : 4}>{money(ledger.bankMinor)}</td>
        </tr>
        {ledger.otherTenders.map(({ way, count, totalMinor }) => line(text.noted[way], count, totalMinor))}
      </tbody>
    </table>
  );
}

/** Sums of each person. A single line would only repeat the ledger, so it is left out. */
function People({ ledger: { people, currency } }: { ledger: DayLedger }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  if (people.length < 2) return null;
  return (
    <table className={`${css.ledger} ${css.ledgerPeople}`}>
      <thead>
        <tr>
          <th scope="col">{text.person}</th>
          <th scope="col">{text.columns.count}</th>
          <th scope="col">{text.personTook}</th>
          <th scope="col" className={css.ledgerPart}>
            {text.columns.tips}
          </th>
          <th scope="col">{text.givenBack}</th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ name, count, totalMinor, tipsMinor, givenBack }) => (
          <tr key={name ?? ''}>
            <th scope="row">{name ?? text.nameless}</th>
            <td>{count}</td>
            <td>
              <b>{texts.money(totalMinor, currency)}</b>
            </td>
            <td className={css.ledgerPart}>{texts.money(tipsMinor, currency)}</td>
            <td>{texts.money(0 - givenBack.totalMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Takings of each hour: bars with their amounts; the current hour is marked. */
function Hours({ ledger }: { ledger: DayLedger }) {
  const texts = useTexts(dayWords);
  const text = texts.words.day;
  const now = useNow();
  const most = Math.max(1, ...ledger.hours.map(({ totalMinor }) => totalMinor));
  const hour = (from: string) =>
    new Intl.DateTimeFormat(texts.locale, { hour: '2-digit', hourCycle: 'h23' }).format(new Date(from));
  if (ledger.hours.length === 0) return null;
  return (
    <figure className={css.hours} data-part="hours">
      <figcaption className={windowCss.small} data-part="small">
        {text.hours}
      </figcaption>
      <ol data-many={ledger.hours.length > 12 || undefined}>
        {ledger.hours.map(({ from, totalMinor }) => {
          const isNow = now >= Date.parse(from) && now < Date.parse(from) + 3_600_000;
          return (
            <li key={from} data-now={isNow || undefined}>
              <span className="tb-sr">
                {text.hourSay({ hour: hour(from), amount: texts.money(totalMinor, ledger.currency) })}
              </span>
              <span className={css.hoursAmount} aria-hidden="true">
                {texts.roundMoney(totalMinor, ledger.currency)}
              </span>
              <span
                className={css.hoursBar}
                aria-hidden="true"
                style={{ height: `${(Math.max(0.02, totalMinor / most) * 4).toFixed(3)}rem` }}
              />
              <span aria-hidden="true">{hour(from)}</span>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}
