import { useTexts } from '../text/index.ts';
import * as css from './giant.module.css';

/**
 * Amount in giant digits, shown only while an amount is being asked for or after money has moved. `amountMinor` is in
 * minor units. The digits are hidden from screen readers, which get the amount in words.
 */
export function GiantAmount({
  amountMinor,
  currency,
  spoken,
  isQuiet = false,
}: {
  amountMinor: number;
  currency: string;
  /** Replaces the spoken amount, e.g. "nothing yet". */
  spoken?: string;
  isQuiet?: boolean;
}) {
  const texts = useTexts();
  const { sign, digits, signFirst } = texts.moneyParts(amountMinor, currency);
  // The sign is set at half size, so it counts half.
  const length = digits.length + Math.ceil(sign.length / 2);
  const size = length > 10 ? 'long' : length > 7 ? 'medium' : 'short';
  const currencySign = <span className={css.sign}>{sign}</span>;
  return (
    <p className={css.giant} data-part="giant" data-size={size} data-quiet={isQuiet || undefined}>
      <span aria-hidden="true">
        {signFirst ? currencySign : null}
        {digits}
        {signFirst ? null : <>&#8239;{currencySign}</>}
      </span>
      <span className="tb-sr">{spoken ?? texts.spoken(amountMinor, currency)}</span>
    </p>
  );
}
