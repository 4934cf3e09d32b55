/** One terminal and its payments: busy and back, in every order of events. */
import { describe, expect, it } from 'vitest';
import { TillError } from '../../../../electron/contract/index.ts';
import type { TransactionEvent } from '../../../../native/index.ts';
import { failing, held, ready, sale, settle, StandInTerminal } from './support.ts';

const approved = { kind: 'approved', wantsSignature: false } as const;
const lost = { kind: 'lost', error: new TillError('TERM_SILENT', 'it says nothing') } as const;

describe('a transaction', () => {
  it('makes the terminal busy, passes its events on in order, and releases it at the end', async () => {
    const { supervisor, terminal, states } = await ready();
    const events: string[] = [];
    const transaction = await supervisor.run(sale(), (event) => void events.push(event.type));
    expect([supervisor.view().state, supervisor.transaction('A-1')]).toEqual(['busy', transaction]);
    expect(supervisor.transaction('A-2')).toBeUndefined();
    const [running] = terminal.transactions;
    running?.emit({ type: 'prompt', attempt: 'A-1', prompt: 'present-card' });
    running?.emit({ type: 'card', attempt: 'A-1', what: 'presented', entryMode: 'chip' });
    running?.finish(approved);
    expect(events).toEqual(['prompt', 'card', 'finished']);
    expect(supervisor.transaction('A-1')).toBeUndefined();
    expect(states()).toEqual(['looking', 'ready', 'busy', 'ready']);
  });

  it('blocks a second transaction from the request on', async () => {
    const { supervisor, terminal } = await ready();
    const starting = held();
    terminal.answers.start = starting.wait;
    const first = supervisor.run(sale(), () => undefined);
    await expect(supervisor.run(sale('A-2'), () => undefined)).rejects.toMatchObject({ code: 'TERM_BUSY' });
    starting.release();
    await first;
    await expect(supervisor.run(sale('A-2'), () => undefined)).rejects.toMatchObject({ code: 'TERM_BUSY' });
    expect(terminal.transactions.map(({ attempt }) => attempt)).toEqual(['A-1']);
  });

  it('leaves the terminal ready if it refuses the start', async () => {
    const { supervisor, terminal, states } = await ready();
    terminal.answers.start = failing('TERM_REFUSED');
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({ code: 'TERM_REFUSED' });
    expect(states()).toEqual(['looking', 'ready', 'busy', 'ready']);
    delete terminal.answers.start;
    await supervisor.run(sale('A-2'), () => undefined);
    expect(supervisor.view().state).toBe('busy');
  });

  it('is lost without ready in between if its start meets a lost cable', async () => {
    const { supervisor, terminal, states } = await ready();
    terminal.answers.start = failing('LINK_LOST');
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({ code: 'LINK_LOST' });
    terminal.unplug();
    await settle();
    expect(states()).toEqual(['looking', 'ready', 'busy', 'lost']);
  });

  it('may be finished before its start is answered', async () => {
    const { supervisor, terminal } = await ready();
    const starting = held();
    terminal.answers.start = starting.wait;
    const running = supervisor.run(sale(), () => undefined);
    terminal.transactions[0]?.finish({ kind: 'declined' });
    expect(supervisor.view().state).toBe('ready');
    starting.release();
    await running;
    expect([supervisor.view().state, supervisor.transaction('A-1')]).toEqual(['ready', undefined]);
  });

  it('does not take the place of the next if it finishes before its start is answered', async () => {
    const { supervisor, terminal } = await ready();
    const starting = held();
    terminal.answers.start = starting.wait;
    let second: Promise<unknown> | undefined;
    const first = supervisor.run(sale(), (event: TransactionEvent) => {
      if (event.type !== 'finished') return;
      delete terminal.answers.start;
      second = supervisor.run(sale('A-2'), () => undefined);
    });
    terminal.transactions[0]?.finish({ kind: 'declined' });
    await second;
    starting.release();
    await first;
    expect(supervisor.transaction('A-1')).toBeUndefined();
    expect(supervisor.transaction('A-2')).toBe(terminal.transactions[1]);
    expect(supervisor.view().state).toBe('busy');
  });

  it('closes the link and loses the terminal by silence, without ready in between', async () => {
    const { supervisor, terminal, states, next, clock } = await ready();
    await supervisor.run(sale(), () => undefined);
    terminal.transactions[0]?.finish(lost);
    expect(supervisor.view().state).toBe('busy');
    await settle();
    expect([states(), terminal.isClosed]).toEqual([['looking', 'ready', 'busy', 'lost'], true]);
    next.push(new StandInTerminal());
    await clock.advance(200);
    expect(supervisor.view().state).toBe('ready');
    await supervisor.run(sale('A-2'), () => undefined);
  });

  it.each(['before', 'after'] as const)(
    'is lost without ready if its end comes %s the loss of the cable',
    async (order) => {
      const { supervisor, terminal, states } = await ready();
      await supervisor.run(sale(), () => undefined);
      if (order === 'before') terminal.transactions[0]?.finish(lost);
      terminal.unplug();
      await settle();
      if (order === 'after') terminal.transactions[0]?.finish(lost);
      expect(states()).toEqual(['looking', 'ready', 'busy', 'lost']);
      expect(supervisor.transaction('A-1')).toBeUndefined();
    },
  );

  it('does not end the next transaction if its end arrives after the reconnect', async () => {
    const { supervisor, terminal, next, clock } = await ready();
    await supervisor.run(sale(), () => undefined);
    terminal.unplug();
    next.push(new StandInTerminal());
    await clock.advance(200);
    await supervisor.run(sale('A-2'), () => undefined);
    terminal.transactions[0]?.finish(lost);
    await settle();
    expect([supervisor.view().state, supervisor.transaction('A-2')?.attempt]).toEqual(['busy', 'A-2']);
  });

  it('ends with a restart of the terminal, which is ready when it is back', async () => {
    const { supervisor, terminal, states } = await ready();
    await supervisor.run(sale(), () => undefined);
    terminal.notice({ type: 'resetting', inSeconds: null });
    terminal.transactions[0]?.finish({ kind: 'failed', reason: 'the terminal restarted' });
    expect(supervisor.view().state).toBe('rebooting');
    terminal.notice({ type: 'reset' });
    expect(states()).toEqual(['looking', 'ready', 'busy', 'rebooting', 'ready']);
    await supervisor.run(sale('A-2'), () => undefined);
  });

  it('is not started on a lost terminal', async () => {
    const { supervisor, terminal } = await ready();
    terminal.unplug();
    await settle();
    await expect(supervisor.run(sale(), () => undefined)).rejects.toMatchObject({
      code: 'TERM_NOT_READY',
      context: { state: 'lost' },
    });
    expect(() => supervisor.terminal()).toThrow(expect.objectContaining({ code: 'TERM_NOT_READY' }));
  });
});
