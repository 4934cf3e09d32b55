// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableKioskKeys } from '../../../renderer/frame/dead-keys.ts';

let isKiosk = true;
const page = document.createElement('div') as unknown as Window & HTMLDivElement;
beforeAll(() => {
  document.body.append(page);
  disableKioskKeys(page, () => isKiosk);
});
afterAll(() => page.remove());

/** Returns true if the browser acts on the key. */
const lives = (key: string, more: KeyboardEventInit = {}) =>
  page.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...more }));

test.each([
  ['n', { ctrlKey: true }],
  ['N', { ctrlKey: true, shiftKey: true }],
  ['Home', { altKey: true }],
  ['l', { metaKey: true }],
  ['Escape', { shiftKey: true }],
  ['F12', {}],
  ['F5', {}],
  ['BrowserSearch', {}],
  ['ContextMenu', {}],
])('a kiosk blocks %s %j', (key, more) => {
  expect(lives(key, more)).toBe(false);
});

test.each([
  ['1', {}],
  ['F', { shiftKey: true }],
  ['Enter', {}],
  ['Escape', {}],
  ['Tab', {}],
  ['@', { ctrlKey: true, altKey: true, modifierAltGraph: true }],
])('a kiosk leaves %s %j to the browser', (key, more) => {
  expect(lives(key, more)).toBe(true);
});

test('a kiosk has no context menu; a till keeps every key and menu', () => {
  const menu = () => page.dispatchEvent(new MouseEvent('contextmenu', { cancelable: true }));
  expect(menu()).toBe(false);
  isKiosk = false;
  expect(menu()).toBe(true);
  expect(lives('n', { ctrlKey: true })).toBe(true);
  isKiosk = true;
});
