/**
 * Cashiers and managers: they sell, keep tabs, reverse payments, press keys twice, grow impatient, and decide outcomes
 * that cannot be found out. All of them know only the screen.
 */
import { newAttemptId } from '../../electron/domain/index.ts';
import { chargeDefaults, isOpenAttempt, type AttemptView } from '../../electron/contract/index.ts';
import type { PaymentRequest } from '../../electron/host/payments/index.ts';
import type { Random } from './random.ts';
import type { Called, Lane, Shop } from './shop.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Allowed answers to a press of a key; any other is a bug. */
const expected: ReadonlySet<string> = new Set([
  'HOST_DOWN',
  'PAY_BUSY',
  'PAY_STATE',
  'PAY_AMOUNT',
  'PAY_DUPLICATE',
  'PAY_LINK_OPEN',
  'PAY_ORDER_OPEN',
  'PAY_NOT_FOUND',
  'JRNL_UNWRITABLE',
  'TERM_NOT_READY',
  'DEVICE_NOT_ENABLED',
  // The platform drives the terminal, and has not reported yet which Device it is.
  'API_UNREACHABLE',
  'API_TIMEOUT',
  'API_BROKEN',
  'API_SERVER',
  'API_UNREADABLE',
  'API_UNAUTHORIZED',
  'API_RATE_LIMITED',
  // A gateway has answered for the platform.
  'API_FORBIDDEN',
  'API_NOT_FOUND',
  'API_INVALID',
]);

export interface Tally {
  started: number;
  refusedStarts: number;
}

/** Runs one lane from opening to closing, with `count` customers. */
export async function workLane(shop: Shop, lane: Lane, count: number, tally: Tally): Promise<void> {
  const random = shop.random.fork(lane.id);
  const { scheduler } = shop;
  const gapMs = (shop.closesAt - scheduler.now()) / count;
  for (let served = 0; served < count && scheduler.now() < shop.closesAt; served += 1) {
    const nextAt = scheduler.now() + gapMs * (0.3 + random.next());
    await serve(shop, lane, random, tally);
    await scheduler.sleep(Math.max(500, nextAt - scheduler.now()));
  }
}

export function press<T>(shop: Shop, what: string, task: Parameters<typeof shop.call<T>>[0]): Called<T> {
  const called = shop.call(task);
  shop.log.line(`press ${what} ${called.ok ? 'ok' : called.code}`);
  if (!called.ok && !expected.has(called.code)) shop.log.breach('host', null, `${what} was answered ${called.code}`);
  return called;
}

export function drawRequest(shop: Shop, lane: Lane, random: Random): PaymentRequest {
  const kind = random.weighted({ sale: 82, authorization: 13, refund: 5 });
  const amountMinor = random.chance(0.03) ? random.pick([102, 103, 193] as const) : random.logNormal(1_800, 20_000) + 1;
  const isRefund = kind === 'refund';
  const request: PaymentRequest = {
    ...chargeDefaults,
    id: newAttemptId(shop.scheduler.now(), random.bytes(8)),
    kind,
    amountMinor,
    tipMinor: !isRefund && random.chance(0.15) ? random.int(1, 500) : 0,
    surchargeMinor: !isRefund && random.chance(0.05) ? random.int(1, 99) : 0,
    isTipOnTerminal: !isRefund && random.chance(0.05),
    partialApproval: random.pick(['ask', 'accept', 'release']),
    currency: 'USD',
    terminal: lane.id,
    order: random.chance(0.8) ? `order-${random.int(1, 9_999)}` : null,
    cardTimeoutMs: random.pick([30_000, 60_000, 120_000]),
    isRepeatMeant: random.chance(0.5),
  };
  // Some customers buy what the customer before bought, some of them with the same card.
  const isUsual = kind === 'sale' && random.chance(0.12);
  return isUsual
    ? { ...request, amountMinor: 450, tipMinor: 0, surchargeMinor: 0, order: null, isRepeatMeant: false }
    : request;
}

/**
 * One customer, from the first press to the end on screen.
 * @param onStarted called once the till has accepted the payment
 */
export async function serve(
  shop: Shop,
  lane: Lane,
  random: Random,
  tally: Tally,
  request = drawRequest(shop, lane, random),
  onStarted: () => void = () => undefined,
): Promise<AttemptView | null> {
  const { scheduler } = shop;
  const isMeant = request.isRepeatMeant;
  const { id } = request;
  let view: AttemptView | null = null;
  for (let tries = 0; tries < 20 && view === null && scheduler.now() < shop.closesAt; tries += 1) {
    const called = press(shop, `start ${id} ${request.kind} ${request.amountMinor}`, (engine, host) => {
      const started = host.charge(request);
      shop.checks.onStarted(started, engine.running());
      return started;
    });
    if (called.ok) view = called.value;
    else if (called.code === 'PAY_DUPLICATE') request.isRepeatMeant = true;
    else if (called.code === 'PAY_AMOUNT') return null;
    else await scheduler.sleep(random.int(1, 12) * SECOND);
  }
  if (view === null) {
    tally.refusedStarts += 1;
    return null;
  }
  tally.started += 1;
  if (request.isRepeatMeant === isMeant) onStarted();
  // The screen sends a request again if its arrival is unknown: that is the same payment, never a second.
  if (random.chance(0.08))
    scheduler.after(random.int(0, 5_000), () => {
      const again = press(shop, `start again ${id}`, (_engine, host) => host.charge(request));
      if (again.ok && again.value.id !== id) shop.log.breach('2', id, 'pressed twice, started twice');
    });
  return attend(shop, id, random);
}

/** Stays with a started payment, and later completes it. */
export async function attend(shop: Shop, id: string, random: Random): Promise<AttemptView | null> {
  const last = await watch(shop, id, random);
  if (last) afterwards(shop, last, random);
  return last;
}

/** Stays with a payment until the screen shows its end. */
async function watch(shop: Shop, id: string, random: Random): Promise<AttemptView | null> {
  const { scheduler } = shop;
  const givesUpAt = random.chance(0.08) ? scheduler.now() + random.logNormal(6_000, 120_000) : Infinity;
  const decidesAfterMs = random.chance(0.3) ? random.int(2, 40) * MINUTE : Infinity;
  let hasCancelled = false;
  for (;;) {
    await scheduler.sleep(random.int(400, 2_500));
    const view = shop.view(id);
    // The payment is not on the screen any more: the disk has lost it.
    if (!view || !isOpenAttempt(view)) return view;
    if (!hasCancelled && scheduler.now() >= givesUpAt) {
      hasCancelled = true;
      const by = random.pick(['cashier', 'kiosk', 'customer'] as const);
      press(shop, `cancel ${id} ${by}`, (engine) => engine.cancel(id, by));
    }
    if (view.state === 'partial') await decidePart(shop, id, random);
    if (view.state === 'asking') await answerSameCard(shop, id, random);
    if (view.canDecide && view.checking) {
      const age = scheduler.now() - Date.parse(view.checking.since);
      if (age >= decidesAfterMs) {
        const verdict = random.pick(['paid', 'not-paid'] as const);
        press(shop, `decide ${id} ${verdict}`, (engine) =>
          engine.decide(id, { verdict, by: 'manager', reason: 'nobody knows' }),
        );
      }
      // A cashier looks away from a screen that has been checking for minutes.
      if (age > MINUTE) await scheduler.sleep(15 * SECOND);
    }
    if (scheduler.now() > shop.closesAt) return view;
  }
}

/** The cashier says yes or no, or is away. */
async function answerSameCard(shop: Shop, id: string, random: Random): Promise<void> {
  await shop.scheduler.sleep(random.int(1, 20) * SECOND);
  const says = random.pick(['yes', 'no', 'nothing'] as const);
  if (says === 'nothing') await shop.scheduler.sleep(70 * SECOND);
  else press(shop, `same card ${id} ${says}`, (engine) => engine.answerRepeat(id, says === 'yes', 'cashier'));
}

async function decidePart(shop: Shop, id: string, random: Random): Promise<void> {
  await shop.scheduler.sleep(random.int(1, 20) * SECOND);
  const what = random.pick(['keep', 'release', 'cancel'] as const);
  press(shop, `part ${id} ${what}`, (engine) => {
    if (what === 'keep') return engine.keepPart(id, 'cashier');
    return what === 'release' ? engine.release(id, 'manager') : engine.cancel(id, 'cashier');
  });
}

/** Actions that may follow on a payment later in the day. */
function afterwards(shop: Shop, { id, state, kind }: AttemptView, random: Random): void {
  const later = (task: () => Promise<void>): void => {
    const delayMs = random.logNormal(10 * MINUTE, 3 * 60 * MINUTE);
    shop.scheduler.after(delayMs, () => {
      if (shop.scheduler.now() < shop.closesAt) void task();
    });
  };
  if (state === 'authorized') later(async () => settleTab(shop, id, random));
  else if (kind !== 'refund' && random.chance(0.2)) later(async () => giveBack(shop, id, random));
}

/**
 * Another client captures the tab, for less or for the amount that the clerk is about to press: an hour before that, or
 * just then.
 */
async function takenElsewhere(shop: Shop, id: string, askedMinor: number, random: Random): Promise<void> {
  const amountMinor = random.chance(0.5) ? askedMinor : Math.ceil(askedMinor / 2);
  shop.scheduler.after(random.int(0, 2_000), () => void shop.platform.captureElsewhere(id, amountMinor));
  await shop.scheduler.sleep(random.pick([0, 1, 3_600] as const) * SECOND);
}

async function settleTab(shop: Shop, id: string, random: Random): Promise<void> {
  const plan = random.weighted({ capture: 75, release: 15, leave: 10 });
  for (let tries = 0; tries < 5; tries += 1) {
    const view = shop.view(id);
    if (view?.state !== 'authorized') return;
    const held = view.authorizedMinor ?? 0;
    // Now and then a clerk wants more than is held, which is refused.
    const amountMinor = Math.max(1, Math.round(held * (random.chance(0.05) ? 1.2 : 0.5 + random.next() / 2)));
    const tipMinor = random.chance(0.8) ? Math.min(amountMinor, random.int(0, 300)) : 0;
    if (tries === 0 && random.chance(0.5))
      await takenElsewhere(shop, id, Math.min(amountMinor, view.totalMinor), random);
    if (plan === 'leave') return;
    const key = (): Called<AttemptView> =>
      plan === 'release'
        ? press(shop, `release ${id}`, (engine) => engine.release(id, 'manager'))
        : press(shop, `capture ${id} ${amountMinor}`, (engine) =>
            engine.capture(id, { amountMinor, tipMinor, by: 'cashier' }),
          );
    const pressed = key();
    if (pressed.ok && amountMinor > held && plan === 'capture') shop.log.breach('9', id, 'captured more than was held');
    if (random.chance(0.2)) key();
    await shop.scheduler.sleep(random.int(20, 240) * SECOND);
  }
}

async function giveBack(shop: Shop, id: string, random: Random): Promise<void> {
  const parts = random.int(1, 3);
  for (let part = 1; part <= parts; part += 1) {
    const view = shop.view(id);
    if (view?.state !== 'captured') return;
    const whole = view.capturedMinor ?? 0;
    const amountMinor = random.chance(0.4) ? whole : Math.max(1, Math.round(whole * random.next()));
    const reversal = `r${part}`;
    const request = { reversal, amountMinor, by: 'manager', reason: 'goods returned' };
    for (let presses = 0; presses < 3; presses += 1) {
      press(shop, `reverse ${id} ${reversal} ${amountMinor}`, (engine) => engine.reverse(id, request));
      await shop.scheduler.sleep(random.int(0, 120) * SECOND);
      const shown = shop.view(id)?.reversals.find((one) => one.id === reversal);
      if (shown && shown.state !== 'failed' && random.chance(0.8)) break;
    }
    if (shop.view(id)?.reversals.some(({ checking }) => checking?.canDecide) && random.chance(0.5)) {
      await shop.scheduler.sleep(random.int(2, 20) * MINUTE);
      const verdict = random.pick(['paid', 'not-paid'] as const);
      press(shop, `decide ${id} ${reversal} ${verdict}`, (engine) =>
        engine.decide(id, { reversal, verdict, by: 'manager', reason: 'nobody knows' }),
      );
    }
    await shop.scheduler.sleep(random.int(1, 20) * MINUTE);
  }
}
