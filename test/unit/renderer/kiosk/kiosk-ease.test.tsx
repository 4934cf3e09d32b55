// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { HostState } from '../../../../electron/contract/index.ts';
import { chooseLanguage } from '../../../../renderer/text/language-choice.ts';
import { words as en } from '../../../../electron/words/generated/en/index.ts';
import { addLanguage } from '../../../../renderer/text/languages.ts';
import { answeringTill, rejectedWith, type Answers } from '../fixtures/answering-till.ts';
import { kiosk } from '../fixtures/place-screens.ts';
import { pseudoText, pseudoWords } from '../fixtures/pseudo.ts';
import { attempt, finished, hostState, terminal } from '../fixtures/states.ts';
import { pastDeadTime, settle, showWindow, title } from '../fixtures/window.tsx';

beforeAll(async () => {
  await import('../../../../renderer/kiosk/kiosk-screen.tsx');
  addLanguage('de', pseudoWords(en));
});
afterEach(() => {
  cleanup();
  chooseLanguage('kiosk', null);
  window.localStorage.clear();
});

async function show(host: HostState | null, answers: Answers = {}) {
  const till = answeringTill(host, answers);
  showWindow(till);
  await screen.findByRole('heading', { level: 1 });
  return till;
}
type Shown = Awaited<ReturnType<typeof show>>;
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
async function pass(till: Shown, ms: number) {
  till.pass(ms);
  await settle(270);
}
async function start(till: Shown) {
  await pastDeadTime();
  press('Touch to start');
  await pastDeadTime();
  return till;
}
const paid = kiosk(hostState({ attempts: [finished({ state: 'captured', capturedMinor: 4260 })] }));

describe('a kiosk before the first state from the host', () => {
  it('shows neither the frame of a counter nor a key', async () => {
    const till = await show(null);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Keys' })).toBeNull();
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(title()).toBe('Starting up');
    act(() => {
      till.show(kiosk(hostState()));
      till.setConnection('live');
    });
    await waitFor(() => expect(title()).toBe('Pay here'));
  });
});

describe('accessibility keys', () => {
  it('Lower moves the keys, lasts through the stages, and resets for the next guest', async () => {
    const till = await show(kiosk(hostState()));
    press('Lower');
    expect(screen.getByRole('main').dataset['lower']).toBe('true');
    await start(till);
    expect(screen.getByRole('main').dataset['lower']).toBe('true');
    await pass(till, 60_000);
    expect(title()).toBe('Pay here');
    expect(screen.getByRole('main').dataset['lower']).toBeUndefined();
  });

  it('Help explains the stage and where to find a person, on screen and aloud, and can be closed', async () => {
    const till = await show(kiosk(hostState({ attempts: [attempt()] })));
    press('Help');
    expect(screen.getByRole('region', { name: 'Help' }).textContent).toMatch(/card reader.*Ask for help at the desk/);
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/Ask for help at the desk/));
    // Help leaves the payment visible, and Cancel in its place.
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy();
    press('Help');
    expect(screen.queryByRole('region', { name: 'Help' })).toBeNull();
    expect(till.calls).toEqual([]);
  });

  it('speaks the language of the guest, and resets to the till’s language for the next guest', async () => {
    const till = await show(kiosk(hostState()));
    const keys = ['English', 'Español', 'Français', 'Deutsch'];
    expect(keys.map((name) => screen.getByRole('button', { name }).getAttribute('aria-pressed'))).toEqual([
      'true',
      'false',
      'false',
      'false',
    ]);
    press('Deutsch');
    await waitFor(() => expect(title()).toBe(pseudoText('Pay here')));
    expect(document.documentElement.lang).toBe('de');
    await pastDeadTime();
    press(pseudoText('Touch to start'));
    expect(title()).toBe(pseudoText('Enter the amount to pay'));
    await pass(till, 60_000);
    await waitFor(() => expect(title()).toBe('Pay here'));
  });
});

describe('the time limit', () => {
  it('asks before it ends, and can be extended ten times by one guest', async () => {
    const till = await start(await show(kiosk(hostState())));
    for (let times = 0; times < 10; times += 1) {
      await pass(till, 50_000);
      expect(screen.getByText('Are you still there?')).toBeTruthy();
      press('More time');
      // The press falls between two ticks of the clock.
      await pass(till, 0);
      expect(screen.queryByText('Are you still there?')).toBeNull();
    }
    await pass(till, 50_000);
    expect(screen.getByText('Are you still there?')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More time' })).toBeNull();
    await pass(till, 11_000);
    expect(title()).toBe('Pay here');
    await start(till);
    expect(screen.getByRole('button', { name: 'More time' })).toBeTruthy();
  }, 180_000);

  it('does not ask a guest who has paid, and resets by itself for the next guest', async () => {
    const till = await show(paid);
    await pass(till, 12_000);
    expect(screen.queryByText('Are you still there?')).toBeNull();
    expect(screen.getByText(/Ready again in 0:0/)).toBeTruthy();
    await pass(till, 9_000);
    expect(title()).toBe('Pay here');
  });
});

describe('the receipt', () => {
  const withWays = (printer: boolean): HostState => ({
    ...paid,
    till: { ...paid.till, receipts: { printer, email: false, sms: false } },
  });
  const link = { 'receipt.link': () => ({ holds: 'link', data: 'https://receipts.platform.example/r/1' }) };

  it('is offered as a code for the phone and on paper', async () => {
    const till = await show(withWays(true), { ...link, 'receipt.print': () => ({}) });
    expect(await screen.findByRole('img', { name: 'QR code of your receipt' })).toBeTruthy();
    await pastDeadTime();
    press('Print receipt');
    expect(await screen.findByText('Your receipt is printed.')).toBeTruthy();
    expect(till.calls.filter(({ path }) => path === 'receipt.print')).toEqual([
      { path: 'receipt.print', input: { attempt: attempt().id, copy: 'customer' } },
    ]);
    expect(screen.queryByRole('button', { name: 'Print receipt' })).toBeNull();
  });

  it('sends the guest to the desk after a failure, without naming machines', async () => {
    await show(withWays(true), {
      'receipt.link': () => rejectedWith('API_UNREACHABLE'),
      'receipt.print': () => rejectedWith('API_UNREACHABLE'),
    });
    await pastDeadTime();
    press('Print receipt');
    expect(await screen.findByText('Please ask for your receipt at the desk.')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('main').textContent).not.toMatch(/platform|unreachable/i);
  });

  it('is not offered on paper without a printer', async () => {
    await show(withWays(false), link);
    expect(await screen.findByRole('img', { name: 'QR code of your receipt' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print receipt' })).toBeNull();
  });
});

it('shows every accessibility key, and no key to pay, while it rests', async () => {
  await show(kiosk(hostState({ terminals: [terminal({ state: 'failed' })] })));
  expect(title()).toBe('This kiosk is closed');
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Larger', 'Contrast', 'Lower', 'Help']);
});
