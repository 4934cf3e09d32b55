/** Procedures of payments, payment links and other tenders. */
import { isUnsettled, TillError, type Operator } from '../../contract/index.ts';
import type { Caller, Charges } from '../charges/index.ts';
import type { OrderService, PayLinks } from '../pay-links/index.ts';
import type { PaymentEngine, PollAndWait } from '../payments/index.ts';
import type { ReceiptService } from '../receipts/index.ts';
import type { HostContext, Roles } from '../roles/index.ts';
import type { Setup } from '../setup/index.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { Hub } from './hub.ts';
import { signedIn, type Implementer } from './implement.ts';
import { openForCash } from './printers.ts';
import type { PageFailures } from './page-failures.ts';
import type { DismissedItems } from './dismissed-items.ts';

export interface MoneyParts {
  hub: Hub;
  engine: PaymentEngine;
  charges: Charges;
  roles: Roles;
  setup: Setup;
  display: CustomerDisplay;
  dismissed: DismissedItems;
  pageFailures: PageFailures;
  links: PayLinks;
  orderService: OrderService;
  receipts: ReceiptService;
  pollAndWait: PollAndWait;
  /** Asks the starter to install the update that is ready. */
  updateNow: () => void;
}

const callerOf = (context: HostContext, operator: Operator | undefined): Caller => ({
  person: signedIn(context),
  operator,
});

export function paymentProcedures(os: Implementer, parts: MoneyParts) {
  const { hub, engine, charges, roles, pollAndWait } = parts;
  return {
    payment: {
      start: os.payment.start.handler(({ input: { operator, ...asked }, context }) =>
        charges.start(asked, { ...callerOf(context, operator), needPerson: () => context.session?.requireSignIn() }),
      ),
      // At a kiosk the guest presses Cancel, because there is no cashier.
      cancel: os.payment.cancel.handler(({ input, context }) =>
        engine.cancel(input.attempt, hub.state().till.isKiosk ? 'customer' : 'cashier', signedIn(context)?.name),
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
      capture: os.payment.capture.handler(({ input: { operator, ...asked }, context }) =>
        charges.capture(asked, callerOf(context, operator)),
      ),
      release: os.payment.release.handler(({ input: { attempt, operator }, context }) =>
        charges.release(attempt, callerOf(context, operator)),
      ),
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
  };
}

export function tillProcedures(
  os: Implementer,
  {
    hub,
    engine,
    display,
    dismissed,
    pageFailures,
    updateNow,
  }: Pick<MoneyParts, 'hub' | 'engine' | 'display' | 'dismissed' | 'pageFailures' | 'updateNow'>,
) {
  return {
    till: {
      closing: os.till.closing.handler(() => ({ isKiosk: hub.state().till.isKiosk, open: engine.running() })),
      pageFailed: os.till.pageFailed.handler(({ input }) => pageFailures.report(input)),
      publishBasket: os.till.publishBasket.handler(({ input }) => display.publishBasket(input.basket, input.window)),
      dismiss: os.till.dismiss.handler(({ input }) => dismissed.change(input)),
      updateNow: os.till.updateNow.handler(() => {
        if (engine.running().some(isUnsettled)) throw new TillError('UPDATE_BUSY', 'A payment is not finished.');
        updateNow();
      }),
    },
  };
}

export function payLinkProcedures(os: Implementer, { charges, links, orderService, roles, receipts }: MoneyParts) {
  return {
    link: {
      open: os.link.open.handler(({ input }) => charges.openLink(input)),
      close: os.link.close.handler(({ input: { link, operator } }) =>
        links.close(link, roles.record('close-link', operator, null, { link })),
      ),
      send: os.link.send.handler(({ input: { link, way, to } }) => links.send(link, way, to)),
      poll: os.link.poll.handler(({ input }) => links.poll(input.link)),
      get: os.link.get.handler(({ input }) => links.get(input.link)),
      list: os.link.list.handler(({ input }) => links.list(input.limit)),
    },
    otherTender: {
      note: os.otherTender.note.handler(({ input: { operator, ...asked }, context }) => {
        const noted = charges.note(asked, callerOf(context, operator));
        openForCash(receipts, noted);
        return noted;
      }),
      takeBack: os.otherTender.takeBack.handler(({ input: { note, reason, operator } }) =>
        orderService.takeBack({ note, reason, by: roles.record('take-back', operator, null, { note, reason }) }),
      ),
      list: os.otherTender.list.handler(({ input: { limit, part, order } }) =>
        orderService.notes(limit, { part, order }),
      ),
    },
  };
}
