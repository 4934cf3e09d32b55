/**
 * The terminal of the model: it takes the host's commands, reads a card, asks the bank through the host, shows the
 * customer the result, loses its power, ignores commands, and answers late. Its events wait on the cable until the host
 * reads them.
 */
import type { MachineEvent, TerminalEnd } from '../../electron/host/payments/machine/index.ts';
import { ghost, sideAt, type Context, type Scenario, type Terminal, type World } from './world.ts';

/** One possible response to a command: the answering event, or null when success has no answer. */
export interface Response {
  label: string;
  change: (world: World) => void;
  answer: MachineEvent | null;
}

const gone = { code: 'TERM_SILENT', message: '' } as const;
const still = (): void => undefined;

/** Result of a start that waited until the previous payment's card was removed. */
export const refusedForCard = {
  type: 'terminal-refused',
  failure: { code: 'TERM_CARD_IN', message: '' },
} as const satisfies MachineEvent;

/** True if a start must wait for an empty slot. It then continues by itself. */
export function isHeldByCard({ deviations }: Context, { terminal }: World): boolean {
  return terminal.slot >= 0 && !deviations.isSlotIgnored;
}

/** All possible responses to a command from the host. The first is that of a terminal without faults. */
export function responses(ctx: Context, world: World, index: number, command: string): Response[] {
  const { terminal } = world;
  const isMine = terminal.of === index;
  const { phase } = terminal;
  const silent = { code: gone.code, message: '' };
  switch (command) {
    case 'start-terminal': {
      const run = (next: World): void => {
        const { slot, queue } = next.terminal;
        next.terminal = { of: index, phase: 'waiting', isAsked: false, slot, queue };
      };
      if (isHeldByCard(ctx, world))
        return [{ label: 'keeps the card of the payment before too long', change: still, answer: refusedForCard }];
      return [
        { label: 'starts', change: run, answer: { type: 'terminal-started' } },
        { label: 'refuses to start', change: still, answer: { type: 'terminal-refused', failure: silent } },
        { label: 'starts, and does not say so', change: run, answer: { type: 'terminal-refused', failure: silent } },
      ];
    }
    case 'cancel-terminal': {
      const ask = (next: World): void => {
        next.terminal.isAsked = true;
      };
      const dead: Response = { label: 'is deaf', change: still, answer: { type: 'cancel-failed', failure: silent } };
      if (!isMine || phase === 'idle') return [dead];
      const taken: Response = { label: 'takes the cancel', change: ask, answer: null };
      const late: Response = { label: 'says it is too late', change: still, answer: { type: 'cancel-too-late' } };
      return phase === 'completing' ? [taken, late, dead] : [taken, dead];
    }
    case 'respond-approved':
    case 'respond-declined': {
      const failed: MachineEvent = { type: 'respond-failed', failure: silent };
      const deaf: Response = { label: 'does not take the answer', change: still, answer: failed };
      if (!isMine || phase !== 'online') return [deaf];
      const to = command === 'respond-approved' ? 'completing' : 'refusing';
      const take = (next: World): void => {
        next.terminal.phase = to;
      };
      return [
        { label: 'takes the answer', change: take, answer: null },
        deaf,
        { label: 'takes the answer, and does not say so', change: take, answer: failed },
      ];
    }
    default:
      return [];
  }
}

/** Spontaneous moves of the terminal, with their events. */
export function moves(
  { hasCardLeftIn }: Scenario,
  terminal: Terminal,
): { label: string; event: MachineEvent; next: Terminal['phase'] }[] {
  const ends = (kinds: TerminalEnd[]) =>
    kinds.map((end) => ({
      label: `ends: ${end.kind}`,
      event: { type: 'terminal-finished', end } as const,
      next: 'idle' as const,
    }));
  const online = { label: 'reads a card', event: { type: 'online-request', entryMode: 'chip' } as const };
  const cardholder: TerminalEnd = { kind: 'cancelled', by: 'cardholder' };
  const host: TerminalEnd[] = terminal.isAsked ? [{ kind: 'cancelled', by: 'host' }] : [];
  const lost: TerminalEnd = { kind: 'lost', failure: { code: 'LINK_LOST', message: '' } };
  const approved: TerminalEnd = { kind: 'approved', wantsSignature: false };
  const declined: TerminalEnd = { kind: 'declined' };
  const late: TerminalEnd = { kind: 'timed-out' };
  const failed: TerminalEnd = { kind: 'failed', reason: '' };
  const atPin: TerminalEnd[] = hasCardLeftIn ? [{ kind: 'timed-out', waitedFor: 'pin' }] : [];
  switch (terminal.phase) {
    case 'idle':
      return [];
    case 'waiting':
      return [{ ...online, next: 'online' }, ...ends([...host, late, ...atPin, cardholder, declined, approved, lost])];
    case 'online':
      return [{ ...online, label: 'asks again', next: 'online' }, ...ends([...host, late, cardholder, declined, lost])];
    case 'completing':
      return ends([approved, declined, ...host, failed, lost]);
    case 'refusing':
      return ends([declined, lost]);
  }
}

/**
 * Puts an event on the cable.
 * @param named the attempt in the event
 */
export function say(ctx: Context, world: World, named: number, event: MachineEvent): void {
  world.terminal.queue.push(named * 65_536 + ctx.book.event(event));
}

/** Performs one of the terminal's moves. */
export function act(ctx: Context, world: World, move: ReturnType<typeof moves>[number]): void {
  const { terminal } = world;
  const wasCompleting = terminal.phase === 'completing';
  if (move.event.type === 'online-request' && terminal.slot >= 0)
    world.breach ??= 'rule 7: the card that was left in pays the next payment';
  terminal.phase = move.next;
  if (move.event.type === 'terminal-finished' && move.event.end.kind === 'approved' && wasCompleting)
    sideAt(world, terminal.of).ghost |= ghost.approved;
  say(ctx, world, terminal.of, move.event);
}
