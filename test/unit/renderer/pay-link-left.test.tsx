// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { linkScreens, payLink } from './fixtures/link-screens.ts';
import { hostState } from './fixtures/states.ts';
import { settle, showWindow } from './fixtures/window.tsx';
// Loaded up front, because the screen loads it on demand.
import '../../../renderer/counter/pay-links/pay-link-screen.tsx';
import '../../../renderer/counter/repeat.tsx';

const shownWith = async (fixture: (typeof linkScreens)[string] | undefined) => {
  if (!fixture) throw new Error('no such screen');
  window.location.hash = '#/';
  showWindow(fixtureTill(fixture));
  // The screens of links load on demand.
  for (let tries = 0; tries < 20; tries += 1) await settle();
  return screen.getByRole('main');
};

it('incident: a link left open for the next customer locks no key, and the till asks', async () => {
  await shownWith(linkScreens['idle-link-left']);
  for (const key of ['Charge $42.60', 'Hold $42.60', 'Pay link']) {
    expect(screen.getByRole('button', { name: new RegExp(key.replace('$', String.raw`\$`)) })).toBeTruthy();
  }
});

it('the question describes the link, says that the customer was not charged, and offers both ways on', async () => {
  const asked = await shownWith(linkScreens['whose-link']);
  expect(asked.textContent).toContain('A pay link for $42.60 is still open. Is it this customer’s?');
  expect(asked.textContent).toContain('Nothing was charged.');
  expect(screen.getByRole('button', { name: /Same customer: back to the link/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Another customer: charge \$42\.60/ })).toBeTruthy();
});

it('a sale with the order number of the link is the same order, and stays locked', async () => {
  const main = await shownWith(linkScreens['idle-link-locked']);
  expect(main.textContent).toContain('Close the link first');
  expect(screen.queryByRole('button', { name: /Charge/ })).toBeNull();
});

it('incident: a link without an address explains that there is no code', async () => {
  const main = await shownWith({ host: hostState({ payLinks: [payLink({ url: null })] }) });
  expect(main.textContent).toContain('There is no code');
  expect(main.textContent).not.toContain('Scan and pay');
});
