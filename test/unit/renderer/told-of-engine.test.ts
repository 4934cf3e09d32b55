/** What a cashier is told of payments that really ran: engine and journal are the host's, terminal and platform stand-ins. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { promptWords } from '../../../renderer/counter/live.tsx';
import { tellOutcome } from '../../../renderer/counter/outcome-told.ts';
import { evidenceOf, stepsOf } from '../../../renderer/counter/steps-of.ts';
import { outcomeOf } from '../../../renderer/store/index.ts';
import { textsFor } from '../../../renderer/text/index.ts';
import { settle, World } from '../host/payments/world.ts';

const texts = textsFor('en-US');
const { by } = texts.words.outcomes.cancelled;
let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

/** The end as it is told, with what is listed as having happened. */
function told(id: string) {
  const view = world.engine.get(id);
  const outcome = outcomeOf(view);
  if (!outcome) throw new Error('still open');
  const { word, say, next } = tellOutcome(outcome, view, texts, 60_000);
  return { word, say, next, lines: evidenceOf(view, texts).map(({ text }) => text) };
}

describe('the bank said yes only where it did', () => {
  test('cancelled on the cloud route before any card', async () => {
    const id = await world.sale(1234, { route: 'cloud' });
    world.engine.cancel(id, 'cashier');
    await world.clock.advance(5_000);
    expect(told(id)).toMatchObject({ word: 'Cancelled', say: by.unknown });
    expect(told(id).lines).toEqual(['You pressed Cancel', 'Platform answered', 'Cancelled, nothing held']);
    expect(world.engine.get(id).authorizedMinor).toBeNull();
  });

  test('cancelled by the customer on a terminal of the cloud route', async () => {
    const id = await world.sale(1234, { route: 'cloud' });
    world.platform.decide('AU1', 'CANCELED', 'CANCELLATION_VIA_DEVICE');
    await world.clock.advance(3_000);
    expect(told(id).say).toBe(by.customer);
    expect(told(id).lines).toEqual(['Platform answered', 'Cancelled, nothing held']);
  });

  test('cancelled while the bank is asked, and the bank declines: a card was read, and nothing taken back', async () => {
    world.platform.decline = 'INSUFFICIENT_FUNDS';
    const id = await world.sale();
    void world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await settle();
    await world.terminal.finish({ kind: 'declined' });
    expect(told(id)).toMatchObject({ word: 'Cancelled', say: by.unknown });
    expect(told(id).lines).toContain('Platform answered');
  });

  test('cancelled while the bank is asked, and the bank approves: that is said', async () => {
    const id = await world.sale();
    void world.terminal.insertCard();
    world.engine.cancel(id, 'cashier');
    await settle();
    await world.terminal.finish({ kind: 'cancelled', by: 'host' });
    await world.clock.advance(2_000);
    expect(told(id)).toMatchObject({ word: 'Cancelled', say: by.takenBack });
    expect(told(id).lines).toContain('Bank approved $12.34');
  });

  test('a declined card that is still in the terminal', async () => {
    world.platform.decline = 'INSUFFICIENT_FUNDS';
    const id = await world.sale();
    await world.terminal.insertCard();
    const view = world.engine.get(id);
    const steps = stepsOf(view, Date.parse(view.updatedAt), texts);
    expect(steps.map(({ name }) => name)).not.toContain('Bank said yes');
    expect(promptWords(view, 'processing', texts, 0).title).toBe('Platform answered');
    await world.terminal.finish({ kind: 'declined' });
    expect(told(id).lines).toContain('Bank said no');
  });

  test('the bank approved, and the card itself refused: the bank has not said no', async () => {
    const id = await world.sale();
    await world.terminal.insertCard();
    const view = world.engine.get(id);
    const steps = stepsOf(view, Date.parse(view.updatedAt), texts);
    expect(steps.map(({ name }) => name)).toContain('Bank said yes');
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(2_000);
    expect(told(id)).toMatchObject({ word: 'Declined', say: 'The card did not accept this payment.' });
    expect(told(id).lines).toContain('Bank approved $12.34');
    expect(told(id).lines).not.toContain('Bank said no');
  });

  test('a create that arrives after "not found" and is taken back had been approved', async () => {
    world.platform.faults.authorize = ['lose-request'];
    const id = await world.sale();
    await world.terminal.insertCard();
    await world.terminal.finish({ kind: 'declined' });
    await world.clock.advance(60_000);
    expect(world.engine.get(id).authorizedMinor).toBeNull();
    world.platform.create(`tillbridge-${id}`, 1234, 'USD');
    await world.clock.advance(60_000);
    expect(world.engine.get(id).authorizedMinor).toBe(1234);
  });
});
