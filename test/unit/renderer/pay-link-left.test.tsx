// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fixtureTill } from './fixtures/fixture-till.ts';
import { linkScreens, payLink } from './fixtures/link-screens.ts';
import { hostState } from './fixtures/states.ts';
import { settle, showWindow } from './fixtures/window.tsx';
// Loaded by the screen when it is needed; here it is there at once.
import '../../../renderer/counter/pay-links/pay-link-screen.tsx';

const wayOut = 'Another customer? Add an order number (F2)';
const shownWith = async (fixture: (typeof linkScreens)[string] | undefined) => {
  if (!fixture) throw new Error('no such screen');
  window.location.hash = '#/';
  showWindow(fixtureTill(fixture));
  // The screens of links come when they are needed.
  for (let tries = 0; tries < 20; tries += 1) await settle();
  return screen.getByRole('main');
};

it('incident: a link left open for the next customer locked its price, and nobody said how to go on', async () => {
  expect((await shownWith(linkScreens['idle-link-left'])).textContent).toContain(wayOut);
});

it('with the link’s own order number it is the same order, and stays locked', async () => {
  const main = await shownWith(linkScreens['idle-link-locked']);
  expect(main.textContent).toContain('Close the link first');
  expect(main.textContent).not.toContain(wayOut);
});

it('incident: a link without an address said "Scan and pay" over no code', async () => {
  const main = await shownWith({ host: hostState({ payLinks: [payLink({ url: null })] }) });
  expect(main.textContent).toContain('There is no code');
  expect(main.textContent).not.toContain('Scan and pay');
});
