// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActionResult, DeviceMetric, Discovered, HostState } from '../../../../electron/contract/index.ts';
import { answeringTill, rejectedWith, type Answers, type AnsweringTill } from '../fixtures/answering-till.ts';
import {
  answers,
  backOffice,
  technicianState,
  device,
  found,
  metrics,
  offer,
  result,
} from '../fixtures/technician-states.ts';
import { attempt, finished, hostState } from '../fixtures/states.ts';
import { button, pastDeadTime, settle, showWindow } from '../fixtures/window.tsx';

beforeAll(() => {
  Element.prototype.scrollIntoView = () => {};
});
beforeEach(() => {
  window.location.hash = '#/terminals';
});

async function show(host = technicianState(), more: Answers = {}): Promise<AnsweringTill> {
  const till = answeringTill(host, { ...answers, ...more });
  showWindow(till);
  await screen.findByRole('navigation', { name: 'Terminals' });
  await settle();
  return till;
}
const press = (name: string | RegExp) => fireEvent.click(button(name));
const actsOf = (till: AnsweringTill) =>
  till.calls.filter((call) => call.path === 'device.act').map((call) => call.input);
const rail = () => within(screen.getByRole('navigation', { name: 'Terminals' }));
async function choose(name: RegExp) {
  const href = rail().getByRole('link', { name }).getAttribute('href') ?? '';
  act(() => {
    window.location.hash = href;
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await pastDeadTime();
}
/** A promise with its resolve function. */
function later<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe('the list', () => {
  it('shows every terminal with both lights as text, selects the terminal of this till and focuses its title', async () => {
    await show();
    expect(rail().getByRole('heading', { name: '3 terminals' })).toBeTruthy();
    const links = rail().getAllByRole('link');
    expect(links).toHaveLength(3);
    expect(links[0]?.textContent).toMatch(/Terminal 1.*Cable: Connected for.*Platform: Online, enabled/);
    expect(links[1]?.textContent).toMatch(
      /only on the cable.*Cable: Unplugged for 4 min.*Platform: The platform has no Device/,
    );
    expect(links[2]?.textContent).toMatch(/Back office.*only at the platform.*Platform: Offline, not enabled/);
    expect(links[0]?.getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole('heading', { level: 1, name: 'Terminal 1' })).toBe(document.activeElement);
    for (const text of ['1000007183-A1-PCI', '84%', '38 °C', 'SERVICE_V1']) expect(screen.getByText(text)).toBeTruthy();
  });

  it('moves with the arrow keys, and a choice moves the focus to the new title', async () => {
    await show();
    const [first, second] = rail().getAllByRole('link');
    if (!first || !second) throw new Error('no links');
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second, { key: 'ArrowUp' });
    expect(document.activeElement).toBe(first);
    await choose(/Back office/);
    expect(screen.getByRole('heading', { level: 1, name: 'Back office' })).toBe(document.activeElement);
  });

  it('says what to do when it is empty', async () => {
    await show(hostState({ terminals: [], devices: [] }));
    expect(screen.getByRole('heading', { level: 1, name: 'No terminal' })).toBeTruthy();
    expect(screen.getByText('Connect a terminal, then search again.')).toBeTruthy();
  });
});

describe('a terminal without payments', () => {
  it('shows both merchants, is no row of the other merchant’s Device, and its platform light is down', async () => {
    const state = technicianState();
    const [first, ...rest] = state.terminals;
    if (!first) throw new Error('no terminal');
    const failure = {
      code: 'DEVICE_OTHER_MERCHANT',
      message: 'x',
      context: { merchant: 'MUother', tillMerchant: 'MUours' },
    } as const;
    const refused = { ...first, device: { id: null, failure, askedAt: first.since } };
    const devices = [device({ merchant: 'MUother', terminalId: null, name: 'Next door', refusal: failure })];
    await show({ ...state, terminals: [refused, ...rest], devices });
    expect(screen.getByText(/belongs to merchant MUother; this till belongs to MUours\./)).toBeTruthy();
    expect(
      screen.getByText(/This terminal cannot take payments\. It needs a Device of this till’s merchant\./),
    ).toBeTruthy();
    expect(screen.getByText('DEVICE_OTHER_MERCHANT')).toBeTruthy();
    const links = rail().getAllByRole('link');
    expect(links[0]?.textContent).toMatch(
      /only on the cable.*Platform: The platform’s Device of this terminal belongs to another merchant/,
    );
    expect(links.at(-1)?.textContent).toMatch(/Next door.*only at the platform/);
  });
});

describe('actions', () => {
  it('have five places; locked actions are words with a reason, not buttons', async () => {
    await show();
    const column = within(screen.getByRole('region', { name: 'Actions' }));
    expect(column.getAllByRole('button').map((key) => key.textContent)).toEqual([
      'DeactivateThrough the platform, then checked',
      'RestartThrough the cable, about 20 s',
    ]);
    for (const reason of ['Already active', 'Nothing is running', 'Not with SERVICE_V1']) {
      expect(column.getByText(reason)).toBeTruthy();
    }
  });

  it('ask before DEACTIVATE, do nothing on the way back, and show the value read back', async () => {
    const till = await show();
    press(/^Deactivate/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Terminal 1?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Go back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(actsOf(till)).toEqual([]);
    press(/^Deactivate/);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Deactivate' }));
    await settle();
    expect(actsOf(till)).toEqual([{ device: device().id, action: 'DEACTIVATE' }]);
    const plate = within(screen.getByRole('region', { name: 'Result' }));
    expect(plate.getByRole('heading', { name: 'Deactivated' })).toBeTruthy();
    expect(plate.getByText('The platform reports: not enabled.')).toBeTruthy();
    expect(plate.getByText(/through the platform, took 0\.8 s/)).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toMatch(/Deactivated\. The platform reports: not enabled\./),
    );
    fireEvent.click(plate.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
  });

  it('show the running action, lock the others, and ignore a second press', async () => {
    const answer = later<ActionResult>();
    const till = await show(technicianState(), { 'device.act': () => answer.promise });
    const restart = button(/^Restart/);
    fireEvent.click(restart);
    fireEvent.click(restart);
    await settle();
    expect(actsOf(till)).toHaveLength(1);
    expect(screen.getByText('Running, 0:00')).toBeTruthy();
    const column = within(screen.getByRole('region', { name: 'Actions' }));
    expect(column.queryAllByRole('button')).toEqual([]);
    expect(column.getAllByText('Another action is running')).toHaveLength(3 + 1);
    answer.resolve(result({ action: 'REBOOT', route: 'cable', device: device() }));
    await settle();
    expect(column.getAllByRole('button')).toHaveLength(2);
    expect(screen.getByRole('heading', { name: 'Restart was sent' })).toBeTruthy();
  });

  it('describe a refusal in a message with its code', async () => {
    await show(technicianState(), { 'device.act': () => rejectedWith('TERM_SILENT') });
    press(/^Restart/);
    await settle();
    const plate = within(screen.getByRole('region', { name: 'Result' }));
    expect(plate.getByRole('heading', { name: 'Not restarted' })).toBeTruthy();
    expect(plate.getByText(/The terminal did not answer\. Check the two lights/)).toBeTruthy();
    expect(plate.getByText(/TERM_SILENT/)).toBeTruthy();
  });

  it('ask before ACTIVATE for the code on the terminal; an empty code cannot be sent, Enter sends it', async () => {
    const till = await show(technicianState(), {
      'device.act': () => result({ action: 'ACTIVATE', device: backOffice({ isEnabled: true }) }),
    });
    await choose(/Back office/);
    press(/^Activate/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate Back office' }));
    const field = dialog.getByRole('textbox', { name: 'Activation code' });
    expect(dialog.getByText('Type the code')).toBeTruthy();
    fireEvent.submit(field);
    expect(actsOf(till)).toEqual([]);
    fireEvent.change(field, { target: { value: ' 4711-X ' } });
    fireEvent.submit(field);
    await settle();
    expect(actsOf(till)).toEqual([{ device: backOffice().id, action: 'ACTIVATE', activationCode: '4711-X' }]);
    // The code must not stay on the screen afterwards.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.body.textContent).not.toContain('4711');
  });

  it('ask before CREATE_IDLE_MESSAGE for the text, starting with the current text', async () => {
    const till = await show(technicianState(), {
      'device.act': () => result({ action: 'CREATE_IDLE_MESSAGE', device: backOffice({ idleMessage: 'Closed' }) }),
    });
    await choose(/Back office/);
    press(/^Idle message/);
    const dialog = within(await screen.findByRole('dialog', { name: 'Idle message of Back office' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Message' });
    expect(field.value).toBe('Welcome');
    fireEvent.change(field, { target: { value: 'Closed' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Show this message' }));
    await settle();
    expect(actsOf(till)).toEqual([{ device: backOffice().id, action: 'CREATE_IDLE_MESSAGE', idleMessage: 'Closed' }]);
    expect(screen.getByText('The platform reports: “Closed”.')).toBeTruthy();
  });

  it('show after CANCEL during a sale the state of the payment, then its outcome', async () => {
    const running = attempt({ state: 'working' });
    const cancellable = device({ offers: [offer('CANCEL', 'cable'), offer('REBOOT', 'cable')] });
    const host = technicianState({ attempts: [running], devices: [cancellable] });
    const till = await show(host, {
      'device.act': () => result({ action: 'CANCEL', route: 'cable', attempt: { ...running, cancelAsked: true } }),
    });
    expect(screen.getByText('A payment is open: cancel it first')).toBeTruthy();
    press(/^Cancel/);
    await settle();
    expect(screen.getByText(/is stopping\. Its result follows/)).toBeTruthy();
    act(() => till.show({ ...host, attempts: [finished({ id: running.id, state: 'captured', capturedMinor: 4260 })] }));
    expect(screen.getByText(/Too late: the payment of \$42\.60 was already paid/)).toBeTruthy();
  });

  it('read the Device again when a payment begins on its terminal, since its offers change', async () => {
    const till = await show();
    const gets = () => till.calls.filter((call) => call.path === 'device.get').length;
    const before = gets();
    expect(before).toBeGreaterThan(0);
    act(() => till.show(technicianState({ attempts: [attempt()] })));
    await settle();
    expect(gets()).toBe(before + 1);
  });

  it('are locked while the host is away, and everything shown is marked as old', async () => {
    const till = await show();
    act(() => till.setConnection('away'));
    expect(screen.getByText(/This page shows the last known state/)).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Actions' })).queryAllByRole('button')).toEqual([]);
  });
});

describe('Device Metrics', () => {
  const section = () => within(screen.getByRole('region', { name: 'Device Metrics' }));

  it('are read when chosen and by the key, unknown fields included', async () => {
    const till = await show();
    const reads = () => till.calls.filter((call) => call.path === 'device.metrics').map((call) => call.input);
    expect(reads()).toEqual([{ device: device().id, limit: 20 }]);
    expect(section().getAllByRole('row')).toHaveLength(5);
    const [, first, more] = section().getAllByRole('row');
    expect(first?.textContent).toMatch(/WIFI.*STRONG/);
    expect(more?.textContent).toMatch(/Also sent.*printer_paper LOW.*sim_slot 1/);
    fireEvent.click(section().getByRole('button', { name: 'Read again' }));
    await settle();
    expect(reads()).toHaveLength(2);
    await choose(/Back office/);
    expect(reads().at(-1)).toEqual({ device: backOffice().id, limit: 20 });
  });

  it('never shows the answer of another Device', async () => {
    const slow = later<DeviceMetric[]>();
    await show(technicianState(), {
      'device.metrics': (input) => ((input as { device: string }).device === device().id ? slow.promise : []),
    });
    await choose(/Back office/);
    slow.resolve(metrics);
    await settle();
    expect(section().getByText('The platform has no metrics of this Device yet.')).toBeTruthy();
    expect(section().queryByRole('table')).toBeNull();
  });

  it('say why they could not be read', async () => {
    await show(technicianState(), { 'device.metrics': () => rejectedWith('API_UNREACHABLE') });
    expect(section().getByText(/Metrics could not be read\. The payment platform is unreachable/)).toBeTruthy();
    expect(section().getByText('API_UNREACHABLE')).toBeTruthy();
  });
});

describe('Search again', () => {
  it('runs discovery and reads the Devices, and shows the progress, then the result', async () => {
    const ports = later<Discovered[]>();
    const till = await show(technicianState(), { 'terminal.discover': () => ports.promise });
    const listed = till.calls.filter((call) => call.path === 'device.list').length;
    press('Search again');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    await settle();
    expect(screen.getByRole('heading', { level: 1, name: 'Search results' })).toBe(document.activeElement);
    // The progress is visible at once, and announced a moment later.
    expect(screen.getAllByText(/Trying every port/)[0]?.closest('[role=status]')).toBeNull();
    expect(screen.getByText('The platform has 2 Devices.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Search again' })).toBeNull();
    ports.resolve(found);
    await settle();
    expect(screen.getByText('1 terminal, 2 other devices, 1 port that could not be opened.')).toBeTruthy();
    expect(screen.getByText(/This computer does not let the till open it/)).toBeTruthy();
    expect(screen.getByText('LINK_PERMISSION')).toBeTruthy();
    expect(button('Search again')).toBeTruthy();
    expect(till.calls.filter((call) => call.path === 'terminal.discover')).toHaveLength(1);
    expect(till.calls.filter((call) => call.path === 'device.list')).toHaveLength(listed + 1);
  });

  it('lets a technician exclude a port and undo it; ports excluded in the settings have no key', async () => {
    const [held, board, scale, terminal] = found;
    if (!held || !board || !scale || !terminal) throw new Error('the fixture has four ports');
    const printer: Discovered = {
      ...scale,
      address: 'serial:/dev/ttyUSB7',
      failure: null,
      notAsked: 'receipt-printer',
    };
    const said: unknown[] = [];
    await show(technicianState(), {
      'terminal.discover': () => [...found, printer],
      'terminal.decidePort': (input: unknown) => {
        said.push(input);
        const { address, ask } = input as { address: string; ask: string };
        if (address === board.address) return rejectedWith('TERM_NOT_FOUND');
        return ask === 'never' ? { ...scale, failure: null, notAsked: 'person' } : scale;
      },
    });
    press('Search again');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    await settle();
    await pastDeadTime();
    const keys = () => screen.getAllByRole('button', { name: /dev/ }).map((key) => key.getAttribute('aria-label'));
    expect(keys()).toEqual([
      'Query this port: /dev/ttyACM3',
      'Never query it: /dev/ttyUSB1',
      'Never query it: /dev/ttyS0',
    ]);
    expect(screen.getByText(/Its USB ids are those of a board that restarts/)).toBeTruthy();
    expect(screen.getByText(/It is the receipt printer/)).toBeTruthy();
    press('Never query it: /dev/ttyUSB1');
    await settle();
    expect(screen.getByText(/A technician marked it as no terminal/)).toBeTruthy();
    await pastDeadTime();
    press('Query it again: /dev/ttyUSB1');
    await settle();
    expect(screen.getByText(/Nothing answered/)).toBeTruthy();
    press('Query this port: /dev/ttyACM3');
    await settle();
    expect(screen.getByText('TERM_NOT_FOUND')).toBeTruthy();
    expect(said).toEqual([
      { address: scale.address, ask: 'never' },
      { address: scale.address, ask: 'undecided' },
      { address: board.address, ask: 'always' },
    ]);
  });

  it('reports each failed half', async () => {
    await show(technicianState(), {
      'terminal.discover': () => rejectedWith('HOST_INTERNAL'),
      'device.list': () => rejectedWith('API_UNAUTHORIZED'),
    });
    press('Search again');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    await settle();
    expect(screen.getByText(/The ports could not be read\./)).toBeTruthy();
    expect(screen.getByText(/The platform’s Devices could not be read\./)).toBeTruthy();
    expect(screen.getByText('API_UNAUTHORIZED')).toBeTruthy();
  });
});

describe('a terminal without a Device on the platform', () => {
  const loose = () => {
    const state = technicianState();
    const [first] = state.terminals;
    if (!first) throw new Error('the fixture has a terminal');
    return { state, first };
  };

  it('is restarted by its cable', async () => {
    const { state, first } = loose();
    const till = await show(
      { ...state, terminals: [{ ...first, cableActions: ['CANCEL', 'REBOOT'] }], devices: [] },
      {
        'terminal.act': () => result({ action: 'REBOOT', route: 'cable', device: null, attempt: null }),
        'device.list': () => [],
      },
    );
    await pastDeadTime();
    press(/^Restart/);
    await settle();
    expect(till.calls.filter((call) => call.path === 'terminal.act').map((call) => call.input)).toEqual([
      { terminal: first.id, action: 'REBOOT' },
    ]);
    expect(screen.getByText('Restart was sent')).toBeTruthy();
  });

  const cableOnly = (): HostState => {
    const { state, first } = loose();
    return { ...state, terminals: [{ ...first, cableActions: ['REBOOT', 'CREATE_IDLE_MESSAGE'] }], devices: [] };
  };
  const joined = (): HostState => ({ ...cableOnly(), devices: [device()] });
  const sent = (till: AnsweringTill) => till.calls.filter(({ path }) => path.endsWith('.act'));

  it('keeps its place, focus and keys when it gets its Device: a press at that moment counts', async () => {
    const till = await show(cableOnly(), { 'device.list': () => [] });
    await pastDeadTime();
    const restart = button(/^Restart/);
    const link = rail().getByRole('link');
    restart.focus();
    act(() => till.show(joined()));
    expect(screen.getByRole('heading', { level: 1, name: 'Terminal 1' })).toBeTruthy();
    expect(button(/^Restart/)).toBe(restart);
    expect(rail().getByRole('link')).toBe(link);
    expect(document.activeElement).toBe(restart);
    fireEvent.click(restart);
    expect(sent(till)).toMatchObject([{ path: 'device.act', input: { device: device().id, action: 'REBOOT' } }]);
  });

  it('shows the result of a restart pressed before it got its Device, and ignores a second press', async () => {
    const answer = later<ActionResult>();
    const till = await show(cableOnly(), { 'device.list': () => [], 'terminal.act': () => answer.promise });
    await pastDeadTime();
    press(/^Restart/);
    act(() => till.show(joined()));
    expect(screen.getByText('Running, 0:00')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Restart/ })).toBeNull();
    answer.resolve(result({ action: 'REBOOT', route: 'cable', device: null, attempt: null }));
    await settle();
    expect(screen.getByRole('heading', { name: 'Restart was sent' })).toBeTruthy();
    press('Dismiss');
    expect(screen.queryByRole('region', { name: 'Result' })).toBeNull();
    expect(sent(till)).toHaveLength(1);
  });

  it('keeps an open dialog when it gets its Device', async () => {
    const till = await show(cableOnly(), { 'device.list': () => [] });
    await pastDeadTime();
    press(/^Idle message/);
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'Welcome' } });
    act(() => till.show(joined()));
    // Time in which a dialog would close.
    await settle(500);
    fireEvent.submit(within(screen.getByRole('dialog')).getByRole('textbox'));
    const [first] = cableOnly().terminals;
    const input = { terminal: first?.id, action: 'CREATE_IDLE_MESSAGE', idleMessage: 'Welcome' };
    expect(sent(till)).toEqual([{ path: 'terminal.act', input }]);
  });

  it('ignores a press meant for the old terminal when another is plugged in at its address', async () => {
    const till = await show(cableOnly(), { 'device.list': () => [] });
    act(() => till.show(joined()));
    await pastDeadTime();
    const [first] = cableOnly().terminals;
    if (!first) throw new Error('the fixture has a terminal');
    act(() => till.show({ ...joined(), terminals: [{ ...first, serialNumber: 'B0000FF' }] }));
    press(/^Restart/);
    expect(sent(till)).toEqual([]);
    await pastDeadTime();
    press(/^Restart/);
    expect(sent(till)).toMatchObject([{ path: 'terminal.act', input: { terminal: first.id } }]);
  });

  it('is put into service only by a press if it is not the paired terminal', async () => {
    const { state, first } = loose();
    const failure = { code: 'TERM_OTHER', message: 'x', context: { paired: 'B61378A', found: 'B0000FF' } } as const;
    const till = await show(
      { ...state, terminals: [{ ...first, state: 'failed', failure }] },
      { 'terminal.forget': () => undefined },
    );
    expect(screen.getByText('Terminal B0000FF is connected in place of B61378A.')).toBeTruthy();
    expect(till.calls.filter((call) => call.path === 'terminal.forget')).toEqual([]);
    await pastDeadTime();
    press('Use this one');
    await settle();
    expect(till.calls.filter((call) => call.path === 'terminal.forget').map((call) => call.input)).toEqual([
      { terminal: first.id },
    ]);
  });
});

it.each([
  ['next to a terminal', technicianState],
  ['without a terminal', (change: Partial<HostState>) => hostState({ ...change, terminals: [], devices: [] })],
])('reports outdated or damaged records %s, with their files', async (_where, stateWith) => {
  const older = { at: new Date(0).toISOString(), payments: 2, file: 'journal.sqlite.older' };
  const quarantined = { at: new Date(0).toISOString(), file: 'journal.sqlite.damaged' };
  const journal = { failure: null, since: older.at, quarantined, older };
  await show(stateWith({ journal }));
  const text = document.body.textContent;
  expect(text).toContain('This computer’s disk lost payment records. 2 payments were looked up.');
  expect(text).toContain('delete journal.sqlite.older');
  expect(text).toContain('Keep a copy of journal.sqlite.damaged in a safe place.');
});
