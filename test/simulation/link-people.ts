/**
 * People around a payment link: a clerk opens it at one window, another clerk closes it at the other and takes a card,
 * and the customer at the page pays at any time. Each of them sees only the screen.
 */
import { newAttemptId } from '../../electron/domain/index.ts';
import { outcomeNameOf, isUnfinishedLink, type PayLinkView } from '../../electron/contract/index.ts';
import { attend, drawRequest, press, serve, type Tally } from './people.ts';
import type { Random } from './random.ts';
import { lanes, type Shop } from './shop.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Action of a customer at the page, and the time of the action after the page was shown. */
function drawCustomer(random: Random) {
  return {
    does: random.weighted({ pays: 45, leaves: 25, 'pays-when-closed': 15, 'pays-while-card-is-read': 15 }),
    afterMs: random.int(3, 90) * SECOND,
    choice: random.weighted({ 'card-approve': 7, 'card-slow': 2, 'card-no-funds': 1 }),
    times: random.weighted({ '1': 7, '0.25': 1, '2': 1 }),
  };
}

/** Plays `count` orders by link over the day. */
export async function workLinks(shop: Shop, count: number, tally: Tally): Promise<void> {
  const random = shop.random.fork('links');
  const { scheduler } = shop;
  const gapMs = (shop.closesAt - scheduler.now()) / (count + 1);
  for (let nth = 1; nth <= count; nth += 1) {
    await scheduler.sleep(gapMs * (0.5 + random.next()));
    if (scheduler.now() < shop.closesAt) void orderByLink(shop, random.fork(`order ${nth}`), `by-link-${nth}`, tally);
  }
}

async function orderByLink(shop: Shop, random: Random, order: string, tally: Tally): Promise<void> {
  const { scheduler } = shop;
  const id = newAttemptId(scheduler.now(), random.bytes(8));
  const amountMinor = random.logNormal(2_000, 20_000) + 100;
  const asked = { id, amountMinor, currency: 'USD', order, isRepeatMeant: false };
  const isOpened = await untilTaken(shop, random, () =>
    press(shop, `link ${id} ${amountMinor}`, (_engine, { desk }) => desk.openLink(asked)),
  );
  if (!isOpened) return;
  if (random.chance(0.1)) press(shop, `link again ${id}`, (_engine, { desk }) => desk.openLink(asked));
  const customer = drawCustomer(random);
  const pay = (isForced: boolean): boolean => {
    // Only the shown link can be paid: a request that was delivered twice has made a second link that no customer got.
    const shown = shop.links.screen.get(id)?.platformId ?? '';
    const isPaid = shop.platform.payLink(shown, { choice: customer.choice, times: Number(customer.times), isForced });
    if (isPaid) shop.log.fault(isForced ? 'link-paid-after-all' : 'link-paid');
    if (isPaid && customer.times !== '1')
      shop.log.fault(Number(customer.times) < 1 ? 'link-paid-less' : 'link-paid-more');
    shop.links.onPaid(id);
    return isPaid;
  };
  if (customer.does === 'pays') scheduler.after(customer.afterMs, () => void pay(false));
  // The customer pays too late or not at all: the other window closes the link, often just when the customer pays.
  const closesAfterMs =
    customer.does === 'pays' && random.chance(0.6)
      ? 20 * MINUTE
      : Math.max(1_000, customer.afterMs + random.int(-6_000, 3_000));
  await scheduler.sleep(closesAfterMs);
  const before = shop.links.screen.get(id);
  // The clerk at the first window overlooks the link, or mistakes it for another customer's: the charge is refused
  // until the link has ended.
  if (random.chance(0.3)) {
    const charge = {
      ...drawRequest(shop, lanes[0], random),
      kind: 'sale' as const,
      amountMinor,
      order,
      isOtherCustomer: true,
    };
    const isUnfinished = before !== undefined && isUnfinishedLink(before);
    const pressed = press(shop, `charge beside ${id} ${charge.id}`, (_engine, host) => host.charge(charge));
    if (pressed.ok && isUnfinished) shop.links.onCharged(id);
    if (pressed.ok) return void (await attend(shop, charge.id, random));
  }
  if (before && isUnfinishedLink(before))
    await untilTaken(shop, random, () =>
      press(shop, `close ${id}`, (_engine, { links }) => links.close(id, 'cashier')),
    );
  const end = await ended(shop, id);
  if (end?.state === 'paid' && random.chance(0.6)) return giveBack(shop, random, end);
  if (end?.state !== 'closed' && end?.state !== 'expired') return;
  if (customer.does === 'pays-when-closed') scheduler.after(random.int(1, 120) * SECOND, () => void pay(true));
  if (random.chance(0.7))
    await chargeByCard(shop, random, { order, amountMinor, link: end }, tally, () => {
      if (customer.does === 'pays-while-card-is-read') pay(true);
    });
}

/**
 * Goods come back: a manager reverses the payment at one window, and another manager, unaware of that, at the other.
 */
async function giveBack(shop: Shop, random: Random, { id, paidMinor }: PayLinkView): Promise<void> {
  await shop.scheduler.sleep(random.int(1, 8) * MINUTE);
  const amountMinor = Math.max(1, Math.floor(((paidMinor ?? 0) * random.int(1, 5)) / 10));
  const reverse = (reversal: string): boolean => {
    const request = { reversal, amountMinor, by: 'manager', reason: 'goods returned' };
    return press(shop, `give back ${id} ${reversal} ${amountMinor}`, (engine) => engine.reverse(id, request)).ok;
  };
  if (!(await untilTaken(shop, random, () => ({ ok: reverse('r1') })))) return;
  shop.log.fault('link-given-back');
  await shop.scheduler.sleep(random.int(0, 240) * SECOND);
  const known = shop.call((engine) => engine.get(id).reversals.find((one) => one.id === 'r1'));
  if (!reverse('r2') || !known.ok) return;
  // A reversal that is proven to have failed may be requested again.
  const isFailed = known.value?.state === 'failed' && known.value.failure?.code !== 'PAY_NEVER_ARRIVED';
  if (!isFailed) shop.log.breach('2', id, 'the same money of a link was given back at both windows');
}

/** The clerk at the first window sees the end of the link, and charges the order by card. */
async function chargeByCard(
  shop: Shop,
  random: Random,
  { order, amountMinor, link }: { order: string; amountMinor: number; link: PayLinkView },
  tally: Tally,
  onReading: () => void,
): Promise<void> {
  const lane = random.pick(lanes);
  const plain = { kind: 'sale', amountMinor, tipMinor: 0, surchargeMinor: 0, isTipOnTerminal: false } as const;
  const request = { ...drawRequest(shop, lane, random), ...plain, order, isRepeatMeant: false };
  const name = outcomeNameOf(link);
  const lostAt = shop.links.lostAt;
  const isDone = { started: false, isAway: false };
  const dismiss = (): void => {
    isDone.isAway = press(shop, `dismiss ${name}`, (_engine, host) => host.dismiss([name])).ok;
  };
  const view = await serve(shop, lane, random, tally, request, () => {
    isDone.started = true;
    shop.links.onCharged(link.id);
    dismiss();
    onReading();
  });
  if (!isDone.started || view?.state !== 'captured') return;
  // A window sends again what the host has not confirmed.
  if (!isDone.isAway) dismiss();
  if (!isDone.isAway) return;
  // Some time later a newer outcome has replaced the link's end at the other window, which must not show it again.
  await shop.scheduler.sleep(random.int(1, 5) * MINUTE);
  const again = { ...request, id: newAttemptId(shop.scheduler.now(), random.bytes(8)) };
  const told = shop.call((_engine, { state }) => {
    const now = state.payLinks?.find(({ id }) => id === link.id);
    return now !== undefined && outcomeNameOf(now) === name && state.dismissed?.includes(name) !== true;
  });
  if (!told.ok || !told.value) return;
  shop.log.line(`window two is told ${name} again`);
  if (shop.links.lostAt === lostAt && !shop.disk.isFull)
    shop.log.breach('window', link.id, 'an end that was put away is told again');
  // A clerk who trusts the wrong screen presses Charge, but the order was paid, and the till has the payment.
  if (shop.view(request.id)?.state !== 'captured') return;
  const pressed = press(shop, `charge again ${again.id}`, (_engine, host) => host.charge(again));
  if (pressed.ok) shop.log.breach('2', link.id, 'an order that was paid was charged again');
}

/** Retries until the till accepts the task, or the shop closes. */
async function untilTaken(shop: Shop, random: Random, task: () => { ok: boolean }): Promise<boolean> {
  for (let tries = 0; tries < 20 && shop.scheduler.now() < shop.closesAt; tries += 1) {
    if (task().ok) return true;
    await shop.scheduler.sleep(random.int(1, 12) * SECOND);
  }
  return false;
}

/** Resolves with the link once it has ended, or with its state when the shop closes. */
async function ended(shop: Shop, id: string): Promise<PayLinkView | undefined> {
  for (;;) {
    const view = shop.links.screen.get(id);
    if (!view || !isUnfinishedLink(view) || shop.scheduler.now() > shop.closesAt) return view;
    await shop.scheduler.sleep(2 * SECOND);
  }
}
