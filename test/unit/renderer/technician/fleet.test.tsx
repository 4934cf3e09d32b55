// @vitest-environment jsdom
/** The Terminals screen of a chain: thousands of Devices, and a list that is still loading. */
import type { DeviceView } from '../../../../electron/contract/index.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TillProvider, useNow } from '../../../../renderer/store/index.ts';
import { answeringTill } from '../fixtures/answering-till.ts';
import { answers, backOffice, device, technicianState } from '../fixtures/technician-states.ts';
import { terminal, hostState, at } from '../fixtures/states.ts';
import { settle, showWindow } from '../fixtures/window.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});
beforeEach(() => {
  window.location.hash = '#/terminals';
});

const fleet = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    backOffice({ id: `DV${index}`, name: `Till ${index}`, serialNumber: `S${String(index).padStart(6, '0')}` }),
  );
const rail = () => within(screen.getByRole('navigation', { name: 'Terminals' }));

const links = () => [...document.querySelectorAll('nav a[data-part="rail-row"]')];

async function show(host = technicianState()) {
  const till = answeringTill(host, answers);
  showWindow(till);
  await screen.findByRole('navigation', { name: 'Terminals' });
  await settle();
  return till;
}

describe('ten thousand Devices', () => {
  it('shows fifty Devices and finds every Device', async () => {
    await show(technicianState({ devices: [device(), ...fleet(10_000)] }));
    expect(rail().getByText('10002 terminals')).toBeTruthy();
    expect(links()).toHaveLength(50);
    expect(rail().getByText('Showing the first 50 of 10002. Search for others.')).toBeTruthy();
    const search = screen.getByLabelText('Search terminals');
    fireEvent.change(search, { target: { value: 's009999' } });
    const [only, ...others] = links();
    expect(others).toEqual([]);
    expect(only?.textContent).toMatch(/^Till 9999/);
    fireEvent.change(search, { target: { value: 'nowhere' } });
    expect(links()).toEqual([]);
    expect(rail().getByText('No terminal has this name, serial number or Device.')).toBeTruthy();
  });

  it('requests, finds and opens Devices that this window does not have', async () => {
    const own = fleet(10_000).slice(9_998);
    let tell: (found: { devices: DeviceView[]; count: number }) => void = () => undefined;
    const host = technicianState({
      devices: [device(), ...fleet(49)],
      deviceList: { isReading: false, readAt: at(0), count: 10_000 },
    });
    const find = () => new Promise((done) => (tell = done));
    const till = answeringTill(host, { ...answers, 'device.find': find, 'device.get': () => own[1] });
    showWindow(till);
    await screen.findByRole('navigation', { name: 'Terminals' });
    await settle();
    expect(rail().getByText('10001 terminals')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search terminals'), { target: { value: 's00999' } });
    await settle(200);
    expect(till.calls.filter(({ path }) => path === 'device.find').map(({ input }) => input)).toEqual([
      { text: 's00999' },
    ]);
    // The answer is pending: the screen must not claim that the match is missing.
    expect(links()).toEqual([]);
    expect(rail().queryByText('No terminal has this name, serial number or Device.')).toBeNull();
    tell({ devices: own, count: 10 });
    await settle();
    expect(links().map(({ textContent }) => textContent?.slice(0, 9))).toEqual(['Till 9998', 'Till 9999']);
    expect(rail().getByText('Showing the first 2 of 10. Search for others.')).toBeTruthy();
    act(() => {
      window.location.hash = '#/terminals/DV9999';
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await settle();
    expect(screen.getByRole('heading', { name: /Till 9999/ })).toBeTruthy();
    expect(till.calls.filter(({ path }) => path === 'device.get').map(({ input }) => input)).toContainEqual({
      device: 'DV9999',
    });
  });

  it('shows a few Devices without a search', async () => {
    await show(technicianState({ devices: [device(), ...fleet(10)] }));
    expect(screen.queryByLabelText('Search terminals')).toBeNull();
    expect(links()).toHaveLength(12);
  });
});

describe('a list that is loading', () => {
  const reading = { isReading: true, readAt: null };

  it('reports that the list is being read, and claims nothing about a terminal without a Device', async () => {
    await show(hostState({ terminals: [terminal()], devices: [], deviceList: reading }));
    expect(rail().getByText('The platform’s list is still being read.')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/The platform has no Device|Needs a Device/);
    expect(rail().getByRole('link').textContent).toMatch(/The platform has not named its Device yet/);
    expect(screen.getAllByText('Device not known yet').length).toBe(2);
  });

  it('does not claim that the platform has no terminals when the cable has none', async () => {
    await show(hostState({ terminals: [], devices: [], deviceList: reading }));
    expect(document.body.textContent).not.toMatch(/names no Devices/);
  });

  it('prefers an answer of the platform about a terminal to the list', async () => {
    const none = { id: null, failure: null, askedAt: at(1_000) };
    await show(hostState({ terminals: [terminal({ device: none })], devices: [], deviceList: reading }));
    expect(rail().getByRole('link').textContent).toMatch(/The platform has no Device with this serial number/);
  });
});

it('reads the list again each minute while the screen is shown, and not after', async () => {
  const till = await show();
  const lists = () => till.calls.filter(({ path }) => path === 'device.list').length;
  expect(lists()).toBe(1);
  await settle(60_000);
  expect(lists()).toBe(2);
  act(() => {
    window.location.hash = '#/';
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await settle(180_000);
  expect(lists()).toBe(2);
});

it('finishes rendering a long list while the clock ticks', () => {
  const till = answeringTill(technicianState(), answers);
  let ms = 1_790_000_000_000;
  // Each row takes a while, as on a busy computer: the clock ticks long before the last row is rendered.
  const now = () => (ms += 25);
  const Row = () => <span>{useNow()}</span>;
  const rows = () => Array.from({ length: 200 }, (_, index) => <Row key={index} />);
  showWindow(till, <TillProvider till={{ ...till, now }}>{rows()}</TillProvider>);
  act(() => void (ms += 1_000));
  const shown = new Set([...document.querySelectorAll('span')].map((one) => one.textContent));
  expect(shown.size).toBe(1);
});
