import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import type { Sum } from './display-stage.ts';
import { customerWords } from '../text/customer-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './display.module.css';

/** The order, its additions and the total; empty lines are left out. */
export function OrderPanel({ sum, currency }: { sum: Sum; currency: string }) {
  const texts = useTexts(customerWords);
  const { order: text, region } = texts.words.display;
  const surchargeName = useTill((state) => state.mirror.host?.till.surcharge?.label);
  const money = (amountMinor: number) => texts.money(amountMinor, currency);
  const added = [
    { name: text.tip, amountMinor: sum.tipMinor },
    { name: surchargeName ?? text.surcharge, amountMinor: sum.surchargeMinor },
  ].filter((line) => line.amountMinor > 0);
  return (
    <section className={css.order} aria-label={region.order}>
      <h2 className={keysCss.label} data-part="label">
        {text.title}
      </h2>
      <dl>
        <div>
          <dt>{sum.order === null ? text.line : text.named({ order: sum.order })}</dt>
          <dd>{money(sum.amountMinor)}</dd>
        </div>
      </dl>
      <dl className={css.sum}>
        {added.map((line) => (
          <div key={line.name}>
            <dt>{line.name}</dt>
            <dd>{money(line.amountMinor)}</dd>
          </div>
        ))}
        <div className={css.total}>
          <dt>{text.total}</dt>
          <dd>{money(sum.totalMinor)}</dd>
        </div>
      </dl>
    </section>
  );
}
