import { describe, expect, test } from 'vitest';
import { isUnfinishedLink, type PayLinkView } from '../../../../electron/contract/index.ts';
import { foldLink, recoverLinks } from '../../../../electron/host/pay-links/index.ts';
import { linkViewOf } from '../../../../electron/host/pay-links/machine/index.ts';
import { eachLinkWorld, LinkWorld, MINUTE_MS, onlyLink, renewWorld, world } from './world.ts';

eachLinkWorld();

test('a link is made, watched and paid; each poll’s age is published, and an empty poll is not written', async () => {
  expect(world.open()).toMatchObject({ state: 'creating', url: null });
  await world.clock.advance(0);
  expect(world.get()).toMatchObject({ state: 'open', url: 'https://pay.example/PL1', missedPolls: 0 });
  await world.clock.advance(10_000);
  expect(world.platform.asked.filter((one) => one === 'read').length).toBeGreaterThanOrEqual(4);
  expect(world.written()).toEqual(['begin', 'record']);
  const { polledAt } = world.get();
  expect(world.clock.now() - Date.parse(polledAt ?? '')).toBeLessThanOrEqual(2_000);
  world.platform.pay('PL1');
  await world.clock.advance(2_000);
  expect(world.get()).toMatchObject({
    state: 'paid',
    paidMinor: 4260,
    payments: [{ transfer: 'TR1-PL1', amountMinor: 4260 }],
    isTooLate: false,
    isLate: false,
  });
});

test('the same request twice makes a single link', async () => {
  world.open();
  world.open();
  await world.clock.advance(1_000);
  world.open();
  await world.clock.advance(1_000);
  expect(world.platform.links.size).toBe(1);
});

test('polls become rarer with age, and an unanswered poll backs off without ending anything', async () => {
  world.open();
  await world.clock.advance(2 * MINUTE_MS);
  const early = world.platform.asked.length;
  await world.clock.advance(2 * MINUTE_MS);
  expect(world.platform.asked.length - early).toBeLessThan(early);
  world.platform.faults.read = Array.from({ length: 6 }, () => 'lost');
  const before = world.get().polledAt;
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'open', polledAt: before });
  expect(world.get().missedPolls).toBeGreaterThan(2);
  await world.clock.advance(2 * MINUTE_MS);
  expect(world.get()).toMatchObject({ state: 'open', missedPolls: 0 });
});

test('a link whose create reply is lost is found by its tag, and no second link is made', async () => {
  world.platform.faults.create = ['reply-lost'];
  world.platform.faults.find = ['lost', 'refused', 'not-sent'];
  world.open();
  await world.clock.advance(500);
  expect(world.get()).toMatchObject({ state: 'checking', checking: { reason: 'no-answer' }, url: null });
  await world.clock.advance(MINUTE_MS);
  expect(world.get()).toMatchObject({ state: 'open', url: 'https://pay.example/PL1' });
  expect(world.platform.asked.filter((one) => one === 'create')).toHaveLength(1);
});

test('a create that never arrives ends as "no link" only after some time, and nothing is sent again', async () => {
  world.platform.faults.create = ['lost'];
  world.open();
  await world.clock.advance(60_000);
  expect(world.get()).toMatchObject({ state: 'checking' });
  await world.clock.advance(60_000);
  expect(world.get()).toMatchObject({ state: 'failed', failure: { code: 'PAY_NEVER_ARRIVED' } });
  expect(world.platform.asked.filter((one) => one === 'create')).toHaveLength(1);
  expect(world.platform.links.size).toBe(0);
  // The progress of the wait is written, but not every poll.
  expect(world.written().length).toBeLessThan(10);
});

test('a link that appears after its create has failed is closed, because no customer got its address', async () => {
  world.platform.faults.create = ['lost'];
  world.open();
  await world.clock.advance(2 * MINUTE_MS);
  expect(world.get().state).toBe('failed');
  world.platform.make('link-0001');
  await world.clock.advance(2 * MINUTE_MS);
  expect(onlyLink().state).toBe('DEACTIVATED');
  expect(world.get()).toMatchObject({ state: 'closed', closedBy: null });
});

test('a create that was provably never sent fails at once', async () => {
  world.platform.faults.create = ['not-sent'];
  world.open();
  await world.clock.advance(10);
  expect(world.get()).toMatchObject({ state: 'failed', failure: { code: 'API_UNREACHABLE' } });
  await world.clock.advance(5 * MINUTE_MS);
  expect(world.platform.asked).toEqual(['create']);
});

test('an unpaid link is closed only after the platform has confirmed it', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.platform.faults.deactivate = ['lost', 'reply-lost'];
  expect(world.links.close('link-0001', 'Maya')).toMatchObject({ state: 'closing', closedBy: 'Maya' });
  await world.clock.advance(500);
  expect(world.get()).toMatchObject({ state: 'checking', checking: { reason: 'no-answer' } });
  await world.clock.advance(10_000);
  expect(world.get()).toMatchObject({ state: 'closed', closedBy: 'Maya', paidMinor: null });
  expect(world.platform.pay('PL1')).toBe(false);
});

test('a link stays closed in the journal if the fraction of its wait looks like a card number', async () => {
  // With this value the wait is 5013.333333333333 ms.
  world.random = 1 / 75;
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(10_000);
  expect(world.get().state).toBe('closed');
  world.restart();
  expect(world.get()).toMatchObject({ state: 'closed', closedBy: 'Maya' });
  const entries = world.journal.payLinks.entries('link-0001');
  expect(entries.at(-1)).toMatchObject({ type: 'record', waitedMs: 5_014 });
  // An earlier version masked such a wait, which left a text in its place.
  const before = entries.map((entry, at) =>
    at === entries.length - 1 ? { ...entry, waitedMs: '[card number removed]' } : entry,
  );
  expect(foldLink(before)?.phase).toMatchObject({ name: 'done', outcome: { kind: 'closed' } });
});

test('the till asks again until the platform has taken the link out of use', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.platform.faults.update = ['lost', 'lost'];
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(500);
  expect(world.get().state).toBe('closing');
  await world.clock.advance(10_000);
  expect(world.get().state).toBe('closed');
});

test('a link that was paid before it could be closed is shown as paid, too late', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.platform.pay('PL1');
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(500);
  expect(world.get()).toMatchObject({ state: 'paid', isTooLate: true, isLate: false, paidMinor: 4260 });
});

test('a link closed while a customer pays is checked until the bank has decided', async () => {
  for (const [end, state] of [
    ['SUCCEEDED', 'paid'],
    ['FAILED', 'closed'],
  ] as const) {
    const id = `link-${end}`;
    world.links.open({ id, amountMinor: 500, currency: 'USD', order: id, note: null, part: null });
    await world.clock.advance(1_000);
    const { platformId } = world.get(id);
    world.platform.pay(platformId!, 'PENDING');
    world.links.close(id, 'Maya');
    await world.clock.advance(5_000);
    expect(world.get(id)).toMatchObject({ state: 'checking', checking: { reason: 'being-paid' }, isBeingPaid: true });
    world.platform.decide(platformId!, end);
    await world.clock.advance(10_000);
    expect(world.get(id)).toMatchObject({ state });
  }
});

test('a refused card is counted, and the link stays open', async () => {
  world.open();
  await world.clock.advance(100);
  onlyLink().payments.push({ transfer: 'TR-x', state: 'FAILED', amountMinor: 4260, currency: 'USD' });
  await world.clock.advance(3_000);
  expect(world.get()).toMatchObject({ state: 'open', refusedTries: 1 });
});

test('the till closes an expired link that the platform has left open, and reports it as expired', async () => {
  world.open();
  await world.clock.advance(1_000);
  // The platform's clock is behind the till's.
  onlyLink().expiresAt += 3_000;
  await world.clock.advance(15 * MINUTE_MS + 20_000);
  expect(world.get()).toMatchObject({ state: 'expired', paidMinor: null, closedBy: null });
});

test('a payment in the last second, found after the link was closed, is shown as paid, late', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(7_000);
  expect(world.get().state).toBe('closed');
  // The platform's list lagged, and shows the payment only now.
  const link = onlyLink();
  link.payments.push({ transfer: 'TR-late', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
  link.state = 'COMPLETED';
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: true, payments: [{ transfer: 'TR-late' }] });
  expect(Date.parse(world.get().finishedAt ?? '')).toBeGreaterThan(world.clock.now() - 20_000);
});

test('a late payment is found by a till that was off when it was made', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(7_000);
  onlyLink().payments.push({ transfer: 'TR-late', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
  world.restart();
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: true });
});

test('a start soon finds the payment that an older journal has lost, however old the link', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(60 * MINUTE_MS);
  expect(world.get()).toMatchObject({ state: 'closed' });
  // The journal lost the payment; by its age, the next poll would be ten minutes away.
  onlyLink().payments.push({ transfer: 'TR-1', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
  world.restart();
  await world.clock.advance(25_000);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: true, paidMinor: 4260 });
});

test('a finished link is not polled after a day', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.links.close('link-0001', 'Maya');
  await world.clock.advance(25 * 60 * MINUTE_MS);
  const { length } = world.platform.asked;
  await world.clock.advance(48 * 60 * MINUTE_MS);
  expect(world.platform.asked).toHaveLength(length);
});

test('a link completed without a payment counts as paid after several polls, and a later payment is stored', async () => {
  world.open();
  await world.clock.advance(1_000);
  onlyLink().state = 'COMPLETED';
  await world.clock.advance(2_500);
  expect(world.get()).toMatchObject({ state: 'checking', checking: { reason: 'unnamed' } });
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'paid', payments: [{ transfer: null, amountMinor: 4260 }] });
  onlyLink().payments.push({ transfer: 'TR-1', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
  await world.clock.advance(30_000);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: false, payments: [{ transfer: 'TR-1' }] });
});

test('both payments of a link count, and the second is reported', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.platform.pay('PL1');
  await world.clock.advance(3_000);
  onlyLink().payments.push({ transfer: 'TR-2', state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' });
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: true, paidMinor: 8520 });
});

test('the platform’s amount counts when a customer adds a tip on the page', async () => {
  world.open('link-0001', { tipMaxMinor: 1000 });
  await world.clock.advance(100);
  world.platform.pay('PL1', 'SUCCEEDED', 5000);
  await world.clock.advance(3_000);
  expect(world.get()).toMatchObject({ state: 'paid', totalMinor: 4260, paidMinor: 5000 });
});

test('a link closed before the create is answered is closed as soon as it is found', async () => {
  world.platform.faults.create = ['reply-lost'];
  world.platform.faults.find = ['lost', 'lost'];
  world.open();
  await world.clock.advance(100);
  expect(world.links.close('link-0001', 'Maya')).toMatchObject({ closedBy: 'Maya', state: 'checking' });
  await world.clock.advance(20_000);
  expect(world.get()).toMatchObject({ state: 'closed' });
  expect(onlyLink().state).toBe('DEACTIVATED');
});

test('a link switched off and on again at the platform is reported as it is, and watched', async () => {
  world.open();
  await world.clock.advance(1_000);
  onlyLink().state = 'DEACTIVATED';
  await world.clock.advance(9_000);
  expect(world.get()).toMatchObject({ state: 'closed', closedBy: null });
  onlyLink().state = 'ACTIVE';
  await world.clock.advance(15_000);
  expect(world.get().state).toBe('open');
  world.platform.pay('PL1');
  await world.clock.advance(10_000);
  expect(world.get()).toMatchObject({ state: 'paid', isLate: true });
});

test('an open link is sent by e-mail or text, and its address is not kept', async () => {
  await expect(world.links.send('no-such-link', 'SMS', '+1 312 555 0134')).rejects.toMatchObject({
    code: 'PAY_NOT_FOUND',
  });
  world.open();
  await expect(world.links.send('link-0001', 'SMS', '+1 312 555 0134')).rejects.toMatchObject({ code: 'PAY_STATE' });
  await world.clock.advance(100);
  await expect(world.links.send('link-0001', 'SMS', 'Maya')).rejects.toMatchObject({ code: 'RECEIPT_ADDRESS' });
  await expect(world.links.send('link-0001', 'EMAIL', 'nobody')).rejects.toMatchObject({ code: 'RECEIPT_ADDRESS' });
  world.platform.faults.send = ['lost'];
  await expect(world.links.send('link-0001', 'EMAIL', 'maya@example.com')).rejects.toMatchObject({
    code: 'API_TIMEOUT',
  });
  await world.links.send('link-0001', 'EMAIL', 'maya@example.com');
  const view = await world.links.send('link-0001', 'SMS', '+1 312 555 0134');
  expect(view.deliveries.map(({ to }) => to)).toEqual(['m•••@example.com', '•••0134']);
  expect(JSON.stringify(world.journal.payLinks.entries('link-0001'))).not.toMatch(/maya@|555/);
});

test('a full disk refuses a new link, and nothing is sent', () => {
  world.beforeAppend = () => {
    throw new Error('disk full');
  };
  expect(() => world.open()).toThrow('disk full');
  expect(world.platform.asked).toEqual([]);
  expect(world.links.has('link-0001')).toBe(false);
});

test('a full disk delays the end of a paid link: the platform is polled until the answer can be written', async () => {
  world.open();
  await world.clock.advance(1_000);
  world.beforeAppend = () => {
    throw new Error('disk full');
  };
  world.platform.pay('PL1');
  await world.clock.advance(10_000);
  expect(world.get().state).toBe('open');
  world.beforeAppend = () => undefined;
  await world.clock.advance(10_000);
  expect(world.get().state).toBe('paid');
});

test('a till that ends at any line of the journal resumes the link and comes to the same end', async () => {
  const stories: Record<string, () => Promise<void>> = {
    paid: async () => {
      world.open();
      await world.clock.advance(3_000);
      const [made] = world.platform.links.keys();
      if (made) world.platform.pay(made);
      await world.clock.advance(10_000);
    },
    closed: async () => {
      world.platform.faults.create = ['reply-lost'];
      world.open();
      await world.clock.advance(10_000);
      if (world.links.has('link-0001')) world.links.close('link-0001', 'Maya');
      await world.clock.advance(10_000);
    },
    expired: async () => {
      world.open();
      await world.clock.advance(16 * MINUTE_MS);
    },
  };
  let boundaries = 0;
  for (const [wanted, story] of Object.entries(stories)) {
    for (let cut = 0; ; cut += 1) {
      for (const isBefore of [true, false]) {
        renewWorld();
        let lines = 0;
        let isCut = false;
        // A crash before the line leaves no line on disk; after a crash behind the line, its effects have not run.
        const dying = world.journal.payLinks;
        const { append } = dying;
        world.beforeAppend = () => {
          lines += 1;
          if (lines <= cut || isCut) return;
          isCut = true;
          if (isBefore) throw new Error('cut');
        };
        dying.append = (row, entry) => {
          append(row, entry);
          if (isCut && !isBefore && lines === cut + 1) throw new Error('cut');
        };
        await story().catch(() => undefined);
        if (!isCut) break;
        boundaries += 1;
        dying.append = append;
        world.restart();
        await world.clock.advance(3 * MINUTE_MS);
        if (!world.links.has('link-0001')) {
          // Only a journaled request may be sent.
          expect(world.platform.links.size).toBe(0);
          continue;
        }
        // A request that was cut off in the middle is made again, as a cashier would do.
        if (wanted === 'closed') world.links.close('link-0001', 'Maya');
        await world.clock.advance(20 * MINUTE_MS);
        const view = world.get();
        expect(world.platform.tagged('link-0001').length, `${wanted}, cut ${cut}`).toBeLessThanOrEqual(1);
        const made = world.platform.tagged('link-0001')[0];
        const isPaidThere = made?.payments.some(({ state }) => state === 'SUCCEEDED') ?? false;
        expect(view.state, `${wanted}, cut ${cut}, ${isBefore ? 'before' : 'after'}`).toBe(
          made ? (isPaidThere ? 'paid' : wanted === 'paid' ? 'expired' : wanted) : 'failed',
        );
        expect(isUnfinishedLink(view)).toBe(false);
        const folded = foldLink(world.journal.payLinks.entries('link-0001'));
        expect(folded && linkViewOf(folded, { polledAt: null, missedPolls: 0 })).toEqual({
          ...view,
          polledAt: null,
          missedPolls: 0,
        });
      }
      if (cut > 12) throw new Error('the story never ends');
      const entries = world.journal.payLinks.entries('link-0001').length;
      if (cut >= entries + 3) break;
    }
  }
  expect(boundaries).toBeGreaterThan(12);
}, 180_000);

test('a lost journal recovers its links from the recovery log and watches them at the platform', async () => {
  world.open('link-kept');
  await world.clock.advance(1_000);
  world.open('link-lost', { order: 'A-1187' });
  await world.clock.advance(1_000);
  const other = new LinkWorld();
  try {
    // Another journal, the same platform: only the recovery log of the first journal is left.
    other.platform.make('link-lost');
    const { count } = recoverLinks({
      links: {
        recoverFromLog: (intent) => other.links.recoverFromLog(intent),
        has: (link) => link === 'link-kept',
      },
      journal: world.journal,
      clock: other.clock,
      log: () => undefined,
    });
    expect(count).toBe(1);
    // The guards know its order before the platform has been asked.
    expect(other.get('link-lost')).toMatchObject({ order: 'A-1187', state: 'checking' });
    expect(other.links.ofOrder('A-1187')).toHaveLength(1);
    await other.clock.advance(1_000);
    expect(other.get('link-lost')).toMatchObject({ state: 'open', url: 'https://pay.example/PL1' });
    other.platform.pay('PL1');
    await other.clock.advance(10_000);
    expect(other.get('link-lost')).toMatchObject({ state: 'paid', paidMinor: 4260 });
  } finally {
    other.end();
  }
});

describe('incident: the create request was delivered twice, and the second link must not stay payable', () => {
  const ends: readonly (readonly [PayLinkView['state'], (links: LinkWorld) => unknown])[] = [
    ['closed', ({ links }) => links.close('link-0001', 'cashier')],
    ['paid', ({ platform }) => platform.pay('PL1')],
    ['paid', ({ platform }) => platform.pay('PL2')],
    ['expired', () => undefined],
  ];
  test.each(ends)('neither copy is payable once the link is %s', async (state, end) => {
    world.open();
    await world.clock.advance(1_000);
    world.platform.make('link-0001');
    end(world);
    await world.clock.advance(16 * MINUTE_MS);
    expect(world.get()).toMatchObject({ state });
    expect(world.platform.tagged('link-0001').map((one) => one.state)).not.toContain('ACTIVE');
  });

  test('a copy that appears after the link was closed is found and closed', async () => {
    world.open();
    await world.clock.advance(1_000);
    world.links.close('link-0001', 'cashier');
    await world.clock.advance(20_000);
    world.platform.make('link-0001');
    await world.clock.advance(MINUTE_MS);
    expect(world.get()).toMatchObject({ state: 'closed' });
    expect(world.platform.links.get('PL2')).toMatchObject({ state: 'DEACTIVATED' });
  });

  test('a payment through the copy is found after a restart', async () => {
    world.platform.faults.create = ['reply-lost'];
    world.open();
    world.platform.make('link-0001');
    await world.clock.advance(5_000);
    expect(world.get()).toMatchObject({ state: 'open', platformId: 'PL1' });
    world.restart();
    // The customer had opened the page before.
    world.platform.links.get('PL2')!.state = 'ACTIVE';
    world.platform.pay('PL2');
    await world.clock.advance(10_000);
    expect(world.get()).toMatchObject({ state: 'paid', paidMinor: 4260 });
  });
});

test('incident: a reversed payment keeps its id, in whichever order the platform lists payments', async () => {
  const paidTwice = (id: string): void => {
    const link = world.platform.make(id);
    const payment = (transfer: string) =>
      ({ transfer, state: 'SUCCEEDED', amountMinor: 4260, currency: 'USD' }) as const;
    link.payments.push(payment(`${id}-TR2`), payment(`${id}-TR1`));
    link.state = 'COMPLETED';
  };
  const adopted = async (id: string): Promise<(string | null)[]> => {
    const intent = { link: id, amountMinor: 4260, tipMinor: 0, tipMaxMinor: 0, currency: 'USD', order: null };
    world.links.recoverFromLog({ ...intent, note: null, part: null, minutes: 15, startedAt: world.clock.now() });
    await world.clock.advance(1_000);
    return world.get(id).payments.map(({ transfer }) => transfer);
  };
  for (const id of ['none', 'first', 'second', 'both']) paidTwice(id);
  world.transfers
    .set('first', 'first-TR1')
    .set('second.2', 'second-TR2')
    .set('both', 'both-TR1')
    .set('both.2', 'both-TR2');
  expect(await adopted('none')).toEqual(['none-TR2', 'none-TR1']);
  expect(await adopted('first')).toEqual(['first-TR1', 'first-TR2']);
  expect(await adopted('second')).toEqual(['second-TR1', 'second-TR2']);
  expect(await adopted('both')).toEqual(['both-TR1', 'both-TR2']);
});
