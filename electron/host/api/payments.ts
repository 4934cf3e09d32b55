/** The procedures of money: payments, payment links, other tenders. */
import { chargeTotalOf, isSetupTest, isUnsettled, TillError, type AttemptView } from '../../contract/index.ts';
import type { OrderDesk, PayLinks } from '../pay-links/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import type { ReceiptService } from '../receipts/index.ts';
import type { Roles } from '../roles/index.ts';
import type { Setup } from '../setup/index.ts';
import { checkAmount, checkSame, knownAs, onlyTerminal } from './charge-checks.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { Hub } from './hub.ts';
import { signedIn, type Implementer } from './implement.ts';
import { openForCash } from './printers.ts';
import type { PutAway } from './put-away.ts';

/** Asks about what is watched; `waiting`: payments recovered from the recovery log that are still to be taken up. */
export type PollAndWait = (
  of: 'all' | 'unpaid',
  withinMs: number,
) => Promise<{ unheard: AttemptView[]; waiting: number }>;

/** What the money's procedures ask. */
export interface MoneyParts {
  hub: Hub;
  engine: PaymentEngine;
  roles: Roles;
  setup: Setup;
  display: CustomerDisplay;
  putAway: PutAway;
  links: PayLinks;
  orderDesk: OrderDesk;
  receipts: ReceiptService;
  pollAndWait: PollAndWait;
  /** Asks the starter for the update that is ready. */
  updateNow: () => void;
}

/** Payments, and what the till says about them. */
export function paymentProcedures(os: Implementer, parts: MoneyParts) {
  const { hub, engine, orderDesk, roles, display, putAway, pollAndWait, setup, updateNow } = parts;
  return {
    payment: {
      start: os.payment.start.handler(({ input: { operator, ...asked }, context }) => {
        const { till } = hub.state();
        checkAmount(chargeTotalOf(asked), asked.currency, till);
        const known = knownAs(engine, asked.id);
        if (known) checkSame(known, asked);
        else {
          setup.checkOpen();
          if (isSetupTest(asked)) throw new TillError('IPC_INVALID', "Ids of test payments are the setup's own.");
          context.session?.need();
          if (asked.kind === 'refund') {
            roles.record('refund', operator, asked.id, { amountMinor: asked.amountMinor });
          }
          orderDesk.beforeCharge(asked);
        }
        const terminal = asked.terminal ?? onlyTerminal(hub.state());
        return engine.start({ ...asked, terminal, cardTimeoutMs: till.cardTimeoutMs });
      }),
      // At a kiosk it is the guest who presses Cancel: there is no cashier.
      cancel: os.payment.cancel.handler(({ input }) =>
        engine.cancel(input.attempt, hub.state().till.isKiosk ? 'customer' : 'cashier'),
      ),
      chooseApplication: os.payment.chooseApplication.handler(({ input }) =>
        engine.chooseApplication(input.attempt, input.index),
      ),
      keepPart: os.payment.keepPart.handler(({ input: { attempt, operator }, context }) =>
        engine.keepPart(attempt, roles.record('keep-part', operator, attempt, {}, signedIn(context))),
      ),
      answerRepeat: os.payment.answerRepeat.handler(({ input: { attempt, isMeant, operator }, context }) => {
        const by = roles.record('answer-repeat', operator, attempt, { isMeant }, signedIn(context));
        return engine.answerRepeat(attempt, isMeant, by);
      }),
      capture: os.payment.capture.handler(({ input: { attempt, amountMinor, tipMinor, operator }, context }) => {
        const by = roles.record('capture', operator, attempt, { amountMinor, tipMinor }, signedIn(context));
        return engine.capture(attempt, { amountMinor, tipMinor, by });
      }),
      release: os.payment.release.handler(({ input: { attempt, operator }, context }) => {
        // A part that is not wanted belongs to the running sale; a hold that was kept is somebody's decision.
        const isPart = knownAs(engine, attempt)?.state === 'partial';
        const [act, what] = isPart ? (['keep-part', { isKept: false }] as const) : (['release', {}] as const);
        const by = roles.record(act, operator, attempt, what, signedIn(context));
        return engine.release(attempt, by);
      }),
      reverse: os.payment.reverse.handler(
        ({ input: { attempt, reversal, amountMinor, reason, operator, isRepeatMeant } }) => {
          const note = reason ?? null;
          const by = roles.record('reverse', operator, attempt, { reversal, amountMinor, reason: note });
          return engine.reverse(attempt, {
            reversal,
            amountMinor,
            reason: note,
            by,
            isRepeatMeant: isRepeatMeant ?? false,
          });
        },
      ),
      decide: os.payment.decide.handler(({ input: { attempt, reversal, verdict, reason, operator } }) => {
        const about = reversal === undefined ? {} : { reversal };
        const by = roles.record('decide', operator, attempt, { ...about, verdict, reason });
        return engine.decide(attempt, { ...about, verdict, reason, by });
      }),
      poll: os.payment.poll.handler(() => engine.pollNow()),
      pollAndWait: os.payment.pollAndWait.handler(({ input: { of, withinMs } }) => pollAndWait(of, withinMs)),
      audit: os.payment.audit.handler(({ input }) => roles.log(input.limit, input.attempt)),
      get: os.payment.get.handler(({ input }) => engine.get(input.attempt)),
      list: os.payment.list.handler(({ input }) => engine.list(input.limit)),
    },
    till: {
      closing: os.till.closing.handler(() => ({ isKiosk: hub.state().till.isKiosk, open: engine.running() })),
      publishBasket: os.till.publishBasket.handler(({ input }) => display.publishBasket(input.basket, input.window)),
      putAway: os.till.putAway.handler(({ input }) => putAway.change(input)),
      updateNow: os.till.updateNow.handler(() => {
        if (engine.running().some(isUnsettled)) throw new TillError('UPDATE_BUSY', 'A payment is not finished.');
        updateNow();
      }),
    },
  };
}

/** Payment links, and money taken by another tender. */
export function payLinkProcedures(os: Implementer, { hub, links, orderDesk, roles, setup, receipts }: MoneyParts) {
  return {
    link: {
      open: os.link.open.handler(({ input }) => {
        const { amountMinor, tipMinor = 0, tipMaxMinor = 0, currency } = input;
        checkAmount(amountMinor + tipMinor + tipMaxMinor, currency, hub.state().till);
        setup.checkOpen();
        return orderDesk.openLink(input);
      }),
      close: os.link.close.handler(({ input: { link, operator } }) =>
        links.close(link, roles.record('close-link', operator, null, { link })),
      ),
      send: os.link.send.handler(({ input: { link, way, to } }) => links.send(link, way, to)),
      look: os.link.look.handler(({ input }) => links.look(input.link)),
      get: os.link.get.handler(({ input }) => links.get(input.link)),
      list: os.link.list.handler(({ input }) => links.list(input.limit)),
    },
    otherTender: {
      note: os.otherTender.note.handler(({ input: { operator, ...asked }, context }) => {
        checkAmount(asked.amountMinor, asked.currency, hub.state().till);
        const { id, way, amountMinor } = asked;
        const by = roles.record('note', operator, null, { id, way, amountMinor }, signedIn(context));
        const noted = orderDesk.note({ ...asked, by });
        openForCash(receipts, noted);
        return noted;
      }),
      takeBack: os.otherTender.takeBack.handler(({ input: { note, reason, operator } }) =>
        orderDesk.takeBack({ note, reason, by: roles.record('take-back', operator, null, { note, reason }) }),
      ),
      list: os.otherTender.list.handler(({ input: { limit, part, order } }) => orderDesk.notes(limit, { part, order })),
    },
  };
}
