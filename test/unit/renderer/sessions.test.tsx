// @vitest-environment jsdom
/** The list of open screens in the dialog of this screen, and the notice of a setup link that another user opened. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { languages } from '../../../electron/domain/index.ts';
import { ThisScreen } from '../../../renderer/frame/this-screen.tsx';
import { chooseLanguage } from '../../../renderer/text/language-choice.ts';
import { loadLanguage, wordsOf } from '../../../renderer/text/languages.ts';
import { answeringTill } from './fixtures/answering-till.ts';
import { attempt, hostState } from './fixtures/states.ts';
import { button, settle, showWindow } from './fixtures/window.tsx';
// Loaded up front, because the screens load them on demand.
import '../../../renderer/frame/link-taken-dialog.tsx';
import '../../../renderer/counter/browser-note.tsx';

const own = { id: '0a', scope: 'till', openedSecondsAgo: 60, usedSecondsAgo: 0, windows: 1, isOwn: true };
const kiosk = { id: '0b', scope: 'kiosk', openedSecondsAgo: 7_200, usedSecondsAgo: 300, windows: 1 };
const display = { id: '0c', scope: 'display', openedSecondsAgo: 90, usedSecondsAgo: 80, windows: 0 };

/** Fake browser shell: the sessions it admits, and the requests it received. */
let sessions = [own, kiosk, display];
let linkTaken: { id: string; secondsAgo: number } | undefined;
let noWindow: 'late' | undefined;
let status = 200;
let asked: string[] = [];
const keysSent = new Set<unknown>();

beforeEach(() => {
  [sessions, linkTaken, noWindow, status, asked] = [[own, kiosk, display], undefined, undefined, 200, []];
  window.localStorage.clear();
  window.localStorage.setItem('tillbridge.key.till', 'page-key');
  window.fetch = async (to, { method, headers } = {}) => {
    const { pathname } = to as URL;
    asked.push(`${method} ${pathname}`);
    keysSent.add((headers as Record<string, string>)['tillbridge-key']);
    if (status !== 200) return new Response(null, { status });
    if (method === 'GET') return Response.json({ sessions, linkTaken, noWindow });
    sessions = sessions.filter(({ id }) => !pathname.endsWith(`/${id}`));
    return new Response(null, { status: 204 });
  };
});
const { fetch } = window;
afterEach(() => {
  chooseLanguage('till', null);
  window.fetch = fetch;
});

const english = wordsOf('en', {});
const { sessions: text, linkTaken: taken } = english.thisScreen;
const rows = () => screen.getAllByRole('listitem');
const row = (at: number) => within(rows()[at] ?? document.body);

describe('open screens', () => {
  const closed = vi.fn();
  beforeEach(() => closed.mockClear());
  const show = async () => {
    showWindow(answeringTill(hostState()), <ThisScreen onClose={closed} onOwnPin={vi.fn()} />);
    await settle();
  };

  it('are listed with kind, start, last use, and a mark on this screen', async () => {
    await show();
    await waitFor(() => expect(rows()).toHaveLength(3));
    const [first, second, third] = rows().map(({ textContent }) => textContent ?? '');
    expect(first).toContain('Till (this one)');
    expect(second).toMatch(/^KioskSince .*\d\d:\d\d, last used: 5 min ago/);
    expect(third).toContain('not connected now');
    expect(rows().filter(({ textContent }) => textContent?.includes(text.own))).toHaveLength(1);
    expect([...keysSent]).toEqual(['page-key']);
  });

  it('are ended after a question whose focus is on the way back', async () => {
    await show();
    await waitFor(() => expect(rows()).toHaveLength(3));
    fireEvent.click(row(1).getByText(text.end));
    expect(row(1).getByText(text.sure)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe(text.keep);
    fireEvent.click(row(1).getByText(text.keep));
    expect(screen.queryByText(text.sure)).toBeNull();
    expect(asked).toEqual(['GET /sessions']);
    fireEvent.click(row(1).getByText(text.end));
    fireEvent.click(row(1).getByText(text.end));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(asked).toEqual(['GET /sessions', 'DELETE /sessions/0b', 'GET /sessions']);
    expect(closed).not.toHaveBeenCalled();
  });

  it('include this screen, and ending it closes the list', async () => {
    await show();
    await waitFor(() => expect(rows()).toHaveLength(3));
    fireEvent.click(row(0).getByText(text.end));
    expect(row(0).getByText(text.sureOwn)).toBeTruthy();
    fireEvent.click(row(0).getByText(text.end));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  it('shows when the list cannot be read', async () => {
    status = 500;
    await show();
    await waitFor(() => expect(screen.getByText(text.notRead)).toBeTruthy());
  });

  it('keeps a screen that could not be ended in the list, and reports the failure', async () => {
    await show();
    await waitFor(() => expect(rows()).toHaveLength(3));
    status = 500;
    fireEvent.click(row(1).getByText(text.end));
    fireEvent.click(row(1).getByText(text.end));
    await waitFor(() => expect(screen.getByText(text.notEnded)).toBeTruthy());
    expect(rows()).toHaveLength(3);
  });

  it('stay hidden from a window without the session of a till, which requests nothing', async () => {
    window.localStorage.removeItem('tillbridge.key.till');
    await show();
    expect(screen.queryByRole('region', { name: text.heading })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('a link that another person opened', () => {
  const open = async (host = hostState()) => {
    const till = showWindow(answeringTill(host));
    await settle();
    await settle();
    return till;
  };
  const dialog = () => screen.queryByRole('dialog', { name: taken.title });

  it('is reported on the screen of the till, once', async () => {
    linkTaken = { id: 'e1', secondsAgo: 10 };
    await open();
    await waitFor(() => expect(dialog()?.textContent).toContain(taken.charged));
    fireEvent.click(button(taken.read));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(window.localStorage.getItem('tillbridge.link-taken-read')).toBe('e1');
    await settle(31_000);
    expect(dialog()).toBeNull();
    linkTaken = { id: 'e2', secondsAgo: 1 };
    await settle(31_000);
    await waitFor(() => expect(dialog()).not.toBeNull());
  });

  it('leads to the open screens', async () => {
    linkTaken = { id: 'e1', secondsAgo: 10 };
    await open();
    await waitFor(() => expect(dialog()).not.toBeNull());
    fireEvent.click(button(taken.look));
    await waitFor(() => expect(screen.getByRole('region', { name: text.heading })).toBeTruthy());
  });

  it('is polled when the window is focused again, and not while it is hidden', async () => {
    await open();
    asked = [];
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await settle(61_000);
    expect(asked).toEqual([]);
    state.mockRestore();
    linkTaken = { id: 'e1', secondsAgo: 10 };
    fireEvent.focus(window);
    await waitFor(() => expect(dialog()).not.toBeNull());
  });

  it('waits for the end of a running payment', async () => {
    linkTaken = { id: 'e1', secondsAgo: 10 };
    const till = await open(hostState({ attempts: [attempt()] }));
    await settle(1_000);
    expect(asked).toContain('GET /sessions');
    expect(dialog()).toBeNull();
    till.show(hostState());
    await waitFor(() => expect(dialog()).not.toBeNull());
  });
});

describe.each(languages.map(({ tag }) => tag))('a window in %s', (tag) => {
  it('shows the list and the taken link in its own words', async () => {
    await loadLanguage(tag);
    chooseLanguage('till', tag);
    linkTaken = { id: 'e1', secondsAgo: 10 };
    const words = wordsOf(tag, {}).thisScreen;
    showWindow(answeringTill(hostState()));
    const dialog = await screen.findByRole('dialog', { name: words.linkTaken.title });
    expect(dialog.textContent).toContain(words.linkTaken.next);
    fireEvent.click(button(words.linkTaken.look));
    const list = await screen.findByRole('region', { name: words.sessions.heading });
    await waitFor(() => expect(list.textContent).toContain(`${words.sessions.kinds.till} (${words.sessions.own})`));
    expect(list.textContent).toContain(words.sessions.kinds.display);
  });
});

describe('a browser in place of the till’s own window', () => {
  const { noWindow: said } = english.thisScreen;
  const open = async () => {
    const till = answeringTill(hostState());
    showWindow(till);
    await settle();
    return till;
  };

  it('is reported once a day with the reason, until the cashier has asked', async () => {
    noWindow = 'late';
    await open();
    expect((await screen.findByText(said.said)).parentElement?.textContent).toBe(`${said.said} ${said.asAlways}`);
    await settle(500);
    fireEvent.click(button(said.ask));
    const dialog = await screen.findByRole('dialog', { name: said.said });
    expect(dialog.textContent).toContain(said.why.late);
    fireEvent.keyDown(dialog, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByText(said.said)).toBeNull());
    await open();
    expect(screen.queryByText(said.said)).toBeNull();
  });

  it('is not reported when no window was expected', async () => {
    await open();
    expect(screen.queryByText(said.said)).toBeNull();
  });
});
