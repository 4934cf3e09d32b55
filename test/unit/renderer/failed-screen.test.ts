// @vitest-environment jsdom
/**
 * A screen that throws while it renders: the text shown in each language, without a key, and the reload of the page.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showFailed } from '../../../renderer/frame/failed-screen.ts';

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  document.body.innerHTML = '<div id="root"><button>a screen that failed</button></div>';
});
afterEach(() => {
  vi.useRealTimers();
  document.documentElement.lang = '';
  document.body.innerHTML = '';
});

it.each([
  ['en', 'Restarting', 'Nothing is lost.', 'Do not charge again.'],
  ['de', 'Neustart', 'Es ist nichts verloren.', 'Kassieren Sie nicht noch einmal.'],
  ['es', 'Reinicio', 'No se ha perdido nada.', 'No vuelva a cobrar.'],
  ['fr-CA', 'Relance', 'Rien n’est perdu.', 'N’encaissez pas de nouveau.'],
])('shows in %s a heading, the truth about the money, and no key', (lang, heading, lost, again) => {
  document.documentElement.lang = lang;
  showFailed(false, () => {});
  expect(document.querySelector('h1')?.textContent).toBe(heading);
  expect(document.body.textContent).toContain(lost);
  expect(document.body.textContent).not.toContain(again);
  expect(document.querySelector('button')).toBeNull();
  showFailed(true, () => {});
  expect(document.body.textContent).toContain(again);
});

it('reloads the page three times, then tells the user to restart the computer', async () => {
  let times = 0;
  for (let failure = 0; failure < 4; failure += 1) {
    showFailed(false, () => (times += 1));
    expect(document.body.textContent.includes('restart this computer')).toBe(failure === 3);
    await vi.advanceTimersByTimeAsync(3_000);
  }
  expect(times).toBe(3);
});
