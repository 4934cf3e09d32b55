/**
 * Host for a payment of the command line: that of the running till of the folder, which has the cable and the journal,
 * or a host started by the command.
 */
import { pause, systemClock } from '../domain/index.ts';
import { isOpenAttempt, TillError, type AttemptView, type HostState, type TerminalView } from '../contract/index.ts';
import type { Host, HostClient } from '../host/index.ts';
import type { PracticeCardName } from './practice.ts';

export interface Selling extends Pick<Host, 'client' | 'settled'> {
  /**
   * Resolves with the payment's terminal once it is ready.
   * @throws TillError TERM_SILENT when none is ready in time, TERM_NOT_FOUND when the till has no such terminal, or the
   * terminal's own failure
   */
  waitForTerminal(withinMs: number): Promise<TerminalView>;
}

const POLL_EVERY_MS = 150;

/** @param wanted address or id of the terminal, or undefined for any ready terminal */
export function runningTill(client: HostClient, wanted: string | undefined, card: PracticeCardName): Selling {
  const state = async (): Promise<HostState> => (await client.snapshot()).state;
  const isWanted = ({ id, address }: TerminalView) => wanted === undefined || wanted === id || wanted === address;
  let isPractice = false;
  return {
    client,
    waitForTerminal: async (withinMs) => {
      for (const end = performance.now() + withinMs; ; await pause(systemClock, POLL_EVERY_MS)) {
        const terminals = (await state()).terminals.filter(isWanted);
        const ready = terminals.find((one) => one.state === 'ready');
        isPractice = ready?.isPractice ?? false;
        if (ready) return ready;
        if (performance.now() >= end) throw notReady(terminals[0], wanted, withinMs);
      }
    },
    settled: async (id, within, onChange) => {
      let hasPresented = !isPractice;
      let last = '';
      let since = performance.now();
      for (let wasInDoubt = false; ; await pause(systemClock, POLL_EVERY_MS)) {
        const view = await client.payment.get({ attempt: id });
        const now = `${view.state} ${view.prompt} ${view.checking?.reason}`;
        if (now !== last) onChange?.(view);
        last = now;
        const isInDoubt = view.state === 'checking';
        if (isInDoubt !== wasInDoubt) since = performance.now();
        wasInDoubt = isInDoubt;
        const limitMs = isInDoubt ? within.inDoubtMs : within.cardMs;
        const isOver = performance.now() - since >= limitMs;
        if (!isOpenAttempt(view) || view.state === 'partial' || isOver) return view;
        hasPresented ||= await presents(client, await state(), view, card);
      }
    },
  };
}

/**
 * Acts as the customer at the practice terminal, once it waits for a card.
 * @returns true if it acted
 */
async function presents(
  client: HostClient,
  state: HostState,
  view: AttemptView,
  card: PracticeCardName,
): Promise<boolean> {
  const gesture = card === 'cancel' ? 'press-cancel' : 'tap';
  if (view.state !== 'working' || !state.practice?.can.includes(gesture)) return false;
  if (card !== 'cancel') await client.practice.choose({ card: card === 'approve' ? 'approve' : 'no-funds' });
  await client.practice.gesture({ gesture });
  return true;
}

function notReady(terminal: TerminalView | undefined, wanted: string | undefined, withinMs: number): TillError {
  const nothing = 'Nothing was sent; the customer was not charged.';
  if (terminal?.failure)
    return new TillError(terminal.failure.code, `${terminal.failure.message} ${nothing}`, {
      context: terminal.failure.context,
    });
  if (terminal || wanted === undefined)
    return new TillError('TERM_SILENT', `No terminal answered in time. ${nothing}`, { context: { withinMs } });
  return new TillError('TERM_NOT_FOUND', `The till that runs here has no terminal ${wanted}. ${nothing}`);
}
