// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseLanguage, keepLocale, lastLocale, type LanguageScope } from '../../../renderer/text/language-choice.ts';
import { addLanguage, figureLocale, loadLanguage, languageTagOf } from '../../../renderer/text/languages.ts';
import { words as en } from '../../../electron/words/generated/en/index.ts';
import { LanguageProvider, textsFor, useLanguage, useTexts } from '../../../renderer/text/index.ts';

function Asking() {
  const { language, dateLocale, money } = useTexts();
  const choice = useLanguage();
  return (
    <>
      <p>
        {language} {dateLocale} {money(123456, 'USD')}
      </p>
      {choice.languages.map(({ tag, name }) => (
        <button key={tag} type="button" onClick={() => choice.setLanguage(tag)}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => choice.setLanguage(null)}>
        {choice.tillLanguage}, {choice.chosen ?? 'none'}
      </button>
    </>
  );
}

const show = (locale: string | null, scope: LanguageScope = 'till') =>
  render(
    <LanguageProvider locale={locale} scope={scope}>
      <Asking />
    </LanguageProvider>,
  );

/** The file of a language loads slowly on a busy machine. */
const soon = { timeout: 60_000 };

beforeEach(() => window.localStorage.clear());
afterEach(() => {
  cleanup();
  for (const scope of ['till', 'display', 'kiosk'] as const) chooseLanguage(scope, null);
});

describe('the language of a locale', () => {
  it.each([
    ['en-US', 'en'],
    ['es-MX', 'es'],
    ['fr-CA', 'fr-CA'],
    ['fr-FR', 'fr-CA'],
    ['de-AT', 'de'],
    ['pt-BR', 'en'],
  ])('%s has the language %s', (locale, language) => expect(languageTagOf(locale)).toBe(language));

  it.each([
    ['es', 'en-US', 'es-US'],
    ['es', 'es-MX', 'es-MX'],
    ['fr-CA', 'en-CA', 'fr-CA'],
    ['fr-CA', 'fr-FR', 'fr-FR'],
    ['de', 'de-CH', 'de-CH'],
    ['de', 'en-US', 'en-US'],
    ['en', 'de-DE', 'en-DE'],
  ])('formats amounts for %s on a till of %s as in %s', (language, locale, figures) =>
    expect(figureLocale(language, locale)).toBe(figures),
  );

  it('speaks English until the words of another language have loaded', async () => {
    expect(textsFor('en-US', 'de').language).toBe('en');
    await loadLanguage('de');
    expect(textsFor('en-US', 'de').language).toBe('de');
  });
});

describe('a window', () => {
  it('follows the locale of the till', async () => {
    show('es-MX');
    expect(await screen.findByText('es es-MX $1,234.56', {}, soon)).toBeTruthy();
  });

  it('uses and keeps its chosen language, with the figures of the till’s region', async () => {
    const first = show('en-US');
    expect(screen.getByText('en en-US $1,234.56')).toBeTruthy();
    act(() => screen.getByText('Deutsch').click());
    expect(await screen.findByText('de de $1,234.56', {}, soon)).toBeTruthy();
    expect(window.localStorage.getItem('tillbridge.language')).toBe('de');
    first.unmount();
    show('en-US');
    expect(await screen.findByText('de de $1,234.56', {}, soon)).toBeTruthy();
    act(() => screen.getByText('en, de').click());
    expect(screen.getByText('en en-US $1,234.56')).toBeTruthy();
    expect(window.localStorage.getItem('tillbridge.language')).toBeNull();
  });

  it('keeps the language of the customer display apart from the till, and keeps none for a kiosk', () => {
    chooseLanguage('display', 'fr-CA');
    chooseLanguage('kiosk', 'de');
    expect(window.localStorage.length).toBe(1);
    expect(window.localStorage.getItem('tillbridge.language.display')).toBe('fr-CA');
    show('en-US');
    expect(screen.getByText('en en-US $1,234.56')).toBeTruthy();
  });

  it('starts in the last locale of its till', async () => {
    keepLocale('fr-CA');
    expect(lastLocale()).toBe('fr-CA');
    show(null);
    expect(
      await screen.findByText(/^fr-CA fr-CA 1\u00a0234,56\u00a0\$$/, { normalizer: (text) => text }, soon),
    ).toBeTruthy();
  });

  it('changes its words when they arrive', () => {
    chooseLanguage('till', 'en-XA');
    show('en-US');
    expect(screen.getByText('en en-US $1,234.56')).toBeTruthy();
    act(() => addLanguage('en-XA', en));
    expect(screen.getByText('en-XA en-US $1,234.56')).toBeTruthy();
  });
});
