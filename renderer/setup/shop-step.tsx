import { useMemo, useState } from 'react';
import { languages } from '../../electron/domain/index.ts';
import { TextField } from '../components/form.tsx';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { MAX_TYPED } from './limits.ts';
import { Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords, type SetupTexts } from '../text/setup-words.ts';
import * as css from './setup.module.css';

interface Typed {
  shop: string;
  name: string;
  currency: string;
  locale: string;
  timeZone: string;
}

/** Suggested locales; the field accepts any other tag. */
const usualLocales = languages.flatMap(({ locales }) => locales);
/** Suggested currencies, the most usual on terminals; the field accepts any other code. */
const usualCurrencies = ['USD', 'CAD', 'EUR', 'GBP', 'CHF', 'AUD', 'MXN', 'JPY', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK'];

/** The names on the receipt, and the till's currency, language and date format. */
export function ShopStep({ run }: { run: StepRun }) {
  const texts = useTexts(setupWords);
  const { shop: text } = texts.words.setup;
  const till = useTill((state) => state.mirror.host?.till);
  const { shop: known, merchant } = run.view.answers;
  const [typed, setTyped] = useState<Typed>(() => ({
    shop: known?.shop ?? merchant?.name ?? '',
    name: known?.name ?? till?.name ?? '',
    currency: known?.currency ?? till?.currency ?? 'USD',
    locale: known?.locale ?? till?.locale ?? 'en-US',
    timeZone: known ? (known.timeZone ?? '') : ownTimeZone(),
  }));
  const offers = useOffers(texts);
  const field = (name: keyof Typed, more: { help?: string; isFirst?: boolean } = {}) => (
    <TextField
      label={text[name]}
      value={typed[name]}
      max={MAX_TYPED}
      wrong={run.mistake?.field === name ? run.mistake.sentence : null}
      offers={offers[name] ?? []}
      {...more}
      onChange={(value) => {
        setTyped({ ...typed, [name]: value });
        run.forget();
      }}
    />
  );
  const { timeZone } = typed;
  return (
    <Step
      run={run}
      name="shop"
      title={text.title}
      go={{
        label: text.go,
        press: () => void run.send({ step: 'shop', ...typed, timeZone: timeZone.trim() === '' ? null : timeZone }),
      }}
    >
      {field('shop', { help: text.shopHelp, isFirst: true })}
      <div className={css.pair}>
        {field('name')}
        {field('timeZone', { help: text.timeZoneHelp })}
      </div>
      <div className={css.pair}>
        {field('currency', { help: text.currencyHelp })}
        {field('locale', { help: text.localeHelp })}
      </div>
    </Step>
  );
}

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function useOffers({ dateLocale }: SetupTexts): Partial<Record<keyof Typed, { value: string; name?: string }[]>> {
  return useMemo(() => {
    const named = (type: 'currency' | 'language', values: readonly string[]) => {
      const names = new Intl.DisplayNames(dateLocale, { type });
      return values.map((value) => ({ value, name: names.of(value) ?? value }));
    };
    return {
      currency: named('currency', usualCurrencies),
      locale: named('language', usualLocales),
      timeZone: Intl.supportedValuesOf('timeZone').map((value) => ({ value })),
    };
  }, [dateLocale]);
}
