/** The contract, implemented: inputs are parsed by the contract's schemas on arrival, failures leave as FAILED. */
import type { ContractProcedure } from '@orpc/contract';
import { implement, ORPCError, ValidationError, type Procedure } from '@orpc/server';
import {
  cardNumberField,
  chargeTotalOf,
  contract,
  type Contract,
  isSetupTest,
  isUnsettled,
  TillError,
  toFailure,
  visibleIn,
  type AttemptView,
  type AuditCheck,
  type AuditRow,
  type Failure,
  type Operator,
  type Person,
} from '../../contract/index.ts';
import type { Checks } from '../checks/index.ts';
import type { DeviceService } from '../devices/index.ts';
import type { OrderDesk } from '../pay-links/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import type { Day, History } from '../history/index.ts';
import type { PrinterFinder, ReceiptService } from '../receipts/index.ts';
import type { Reconciler } from '../reconcile/index.ts';
import type { HostContext, Roles, SignIns } from '../roles/index.ts';
import type { PasswordDesk, SettingsDesk } from '../settings/index.ts';
import type { Setup } from '../setup/index.ts';
import type { Practice, TerminalManager } from '../terminals/index.ts';
import { acted } from './acted.ts';
import { checkAmount, checkSame, knownAs, onlyTerminal } from './charge-checks.ts';
import { openForCash, printerHandlers } from './printers.ts';
import { settingsHandlers } from './settings.ts';
import { secretsHandlers } from './secrets.ts';
import { setupHandlers } from './setup.ts';
import type { CustomerDisplay } from './customer-display.ts';
import type { PutAway } from './put-away.ts';
import type { Hub } from './hub.ts';

/** Asks about what is watched; `waiting`: payments recovered from the recovery log that are still to be taken up. */
export type Sweep = (of: 'all' | 'unpaid', withinMs: number) => Promise<{ unheard: AttemptView[]; waiting: number }>;

export interface RouterOptions {
  hub: Hub;
  engine: PaymentEngine;
  terminals: TerminalManager;
  devices: DeviceService;
  practice: Practice | null;
  roles: Roles;
  /** Of the journal. */
  auditLog: {
    checkAside: (anchors: { count: number; head: string }[]) => Promise<AuditCheck>;
    exported: (page: { after?: number | undefined; until?: number | undefined; limit: number }) => {
      rows: AuditRow[];
      until: number;
    };
  };
  signIns: SignIns;
  desk: SettingsDesk;
  passwords: PasswordDesk;
  setup: Setup;
  checks: Checks;
  reconciler: Reconciler;
  display: CustomerDisplay;
  putAway: PutAway;
  history: History;
  day: Day;
  orderDesk: OrderDesk;
  receipts: ReceiptService;
  printers: PrinterFinder;
  sweep: Sweep;
  /** Asks the starter for the update that is ready. */
  updateNow: () => void;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** Every procedure of the contract, implemented. Said in full: what the compiler infers is too long for it to write down. */
type Implemented<Part> = {
  [Name in keyof Part]: Part[Name] extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? Procedure<HostContext, HostContext, Input, Output, Errors, Meta>
    : Implemented<Part[Name]>;
};
export type HostRouter = Implemented<Contract>;

export function createRouter(parts: RouterOptions): HostRouter {
  const { hub } = parts;
  const os = implementContract(parts);
  return os.router({
    snapshot: os.snapshot.handler(() => hub.snapshot()),
    events: os.events.handler(({ input, signal }) => hub.items(input, signal)),
    ...paymentProcedures(os, parts),
    ...payLinkProcedures(os, parts),
    ...dayProcedures(os, parts),
    ...terminalProcedures(os, parts),
    ...auditProcedures(os, parts),
    ...settingsProcedures(os, parts),
    ...secretsProcedures(os, parts),
    ...setupProcedures(os, parts),
    ...printerProcedures(os, parts),
    check: { run: os.check.run.handler(({ input }) => parts.checks.run(input.check).then(visibleIn)) },
    ...sessionProcedures(os, parts),
  });
}

/** A failure as it leaves over the contract. */
export function refusal(failure: Failure): ORPCError<'FAILED', Failure> {
  return new ORPCError('FAILED', { defined: true, status: 400, message: failure.message, data: failure });
}

/** Of every refusal by the contract's schemas the one that a person can do something about. */
function cardNumberTyped(error: unknown): TillError | null {
  if (!(error instanceof ORPCError && error.cause instanceof ValidationError)) return null;
  const field = cardNumberField(error.cause.issues);
  if (field === null) return null;
  const said = 'What was typed looks like a card number. Nothing was kept or sent: type it without the number';
  return new TillError('TEXT_CARD_NUMBER', `${said}.`, { context: { field } });
}

type Implementer = ReturnType<typeof implementContract>;

function implementContract({ log, roles }: Pick<RouterOptions, 'log' | 'roles'>) {
  return implement(contract)
    .$context<HostContext>()
    .use(async ({ next, path, context }) => {
      try {
        context.session?.enter(path);
        return await next();
      } catch (error) {
        const field = cardNumberTyped(error);
        // A value that does not fit the contract, or something already shaped for it, goes as it is.
        if (field === null && error instanceof ORPCError) throw error;
        const failure = toFailure(field ?? error);
        log(failure.code === 'HOST_INTERNAL' ? 'error' : 'info', 'command refused', {
          command: path.join('/'),
          failure,
        });
        throw refusal(failure);
      }
    })
    .use(async ({ next }, input: unknown) => {
      const over = await roles.prove(operatorOf(input));
      try {
        return await next();
      } finally {
        over();
      }
    });
}

/** Who asks or signs in, with a PIN, before the contract has looked at it. */
function operatorOf(input: unknown): Operator | undefined {
  const asked = input as ({ operator?: Partial<Operator> } & Partial<Operator>) | undefined;
  const { name, pin } = asked?.operator ?? asked ?? {};
  return typeof name === 'string' && typeof pin === 'string' && pin.length <= 32 ? { name, pin } : undefined;
}

const signedIn = ({ session }: HostContext): Person | null => session?.person ?? null;

/** Who is signed in to the connection that asks. */
function sessionProcedures(os: Implementer, { signIns }: RouterOptions) {
  const of = ({ session }: HostContext) => {
    if (session) return session;
    throw new TillError('IPC_INVALID', 'Only a window of the till has somebody signed in to it.');
  };
  return {
    session: {
      people: os.session.people.handler(() => signIns.people()),
      signIn: os.session.signIn.handler(({ input, context }) => of(context).signIn(input)),
      resume: os.session.resume.handler(({ input, context }) => of(context).resume(input.token)),
      signOut: os.session.signOut.handler(({ context }) => of(context).signOut()),
      current: os.session.current.handler(({ context }) => of(context).current()),
      stay: os.session.stay.handler(({ context }) => of(context).stay()),
      watch: os.session.watch.handler(({ context, signal }) => of(context).watch(signal)),
    },
  };
}

/** Payments, and what the till says about them. */
function paymentProcedures(os: Implementer, parts: RouterOptions) {
  const { hub, engine, orderDesk, roles, display, putAway, sweep, setup, updateNow } = parts;
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
      sweep: os.payment.sweep.handler(({ input: { of, withinMs } }) => sweep(of, withinMs)),
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
function payLinkProcedures(os: Implementer, { hub, orderDesk, roles, setup, receipts }: RouterOptions) {
  return {
    link: {
      open: os.link.open.handler(({ input }) => {
        const { amountMinor, tipMinor = 0, tipMaxMinor = 0, currency } = input;
        checkAmount(amountMinor + tipMinor + tipMaxMinor, currency, hub.state().till);
        setup.checkOpen();
        return orderDesk.openLink(input);
      }),
      close: os.link.close.handler(({ input: { link, operator } }) =>
        orderDesk.closeLink(link, roles.record('close-link', operator, null, { link })),
      ),
      send: os.link.send.handler(({ input: { link, way, to } }) => orderDesk.sendLink(link, way, to)),
      look: os.link.look.handler(({ input }) => orderDesk.lookAtLink(input.link)),
      get: os.link.get.handler(({ input }) => orderDesk.link(input.link)),
      list: os.link.list.handler(({ input }) => orderDesk.listLinks(input.limit)),
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

/** Receipts, the day and its search. */
function dayProcedures(os: Implementer, { engine, receipts, reconciler, day, history, roles }: RouterOptions) {
  return {
    receipt: {
      get: os.receipt.get.handler(({ input }) => receipts.get(input)),
      print: os.receipt.print.handler(({ input, context }) => receipts.print(input, signedIn(context)?.name)),
      pdf: os.receipt.pdf.handler(({ input }) => receipts.pdf(input)),
      given: os.receipt.given.handler(({ input }) => receipts.given(input)),
      send: os.receipt.send.handler(({ input }) => receipts.send(input)),
      link: os.receipt.link.handler(({ input }) => receipts.link(input)),
      printers: os.receipt.printers.handler(() => receipts.printers()),
    },
    day: {
      reconcile: os.day.reconcile.handler(({ input }) => reconciler.reconcile(input)),
      link: os.day.link.handler(({ input: { record, attempt, order, explanation, operator } }) => {
        // A payment that is not ours is refused before anything is written down.
        if (attempt !== undefined) engine.get(attempt);
        const what = { kind: record.kind, record: record.id, order: order ?? null, explanation };
        const by = roles.record('link', operator, attempt ?? null, what);
        return reconciler.link({ record, attempt: attempt ?? null, order: order ?? null, explanation, by });
      }),
      progress: os.day.progress.handler(() => reconciler.progress()),
      totals: os.day.totals.handler(({ input }) => day.totals(input)),
      export: os.day.export.handler(({ input: { operator, ...window }, context }) => {
        roles.record('export', operator, null, { what: 'day', ...window }, signedIn(context));
        return day.csv(window);
      }),
    },
    history: {
      search: os.history.search.handler(({ input }) => visibleIn(history.search(input))),
      tabs: os.history.tabs.handler(() => history.tabs()),
    },
  };
}

/** The audit log itself. */
function auditProcedures(os: Implementer, { auditLog, roles }: RouterOptions) {
  return {
    audit: {
      verify: os.audit.verify.handler(({ input }) => auditLog.checkAside(input.anchors)),
      rows: os.audit.rows.handler(({ input: { operator, ...page }, context }) => {
        if (page.until === undefined) roles.record('export', operator, null, { what: 'audit' }, signedIn(context));
        return auditLog.exported(page);
      }),
    },
  };
}

/** Terminals on the cable, devices of the platform, the practice terminal. */
function terminalProcedures(os: Implementer, { engine, terminals, devices, practice, roles }: RouterOptions) {
  const needed = (): Practice => {
    if (practice) return practice;
    throw new TillError('TERM_NOT_FOUND', 'There is no practice terminal outside training mode.');
  };
  return {
    terminal: {
      discover: os.terminal.discover.handler(async () => visibleIn(await terminals.discover())),
      decidePort: os.terminal.decidePort.handler(({ input: { address, ask, operator } }) => {
        roles.record('decide-port', operator, null, { address, ask });
        return terminals.decidePort(address, ask);
      }),
      act: os.terminal.act.handler(({ input: { operator, ...asked } }) =>
        acted(roles, operator, asked, () => devices.actByCable(asked)),
      ),
      forget: os.terminal.forget.handler(async ({ input }) => {
        roles.record('unpair', input.operator, null, { terminal: input.terminal });
        const open = engine.openOn(input.terminal);
        if (open) {
          throw new TillError('PAY_BUSY', 'A payment on this terminal is not finished.', {
            context: { attempt: open.id, state: open.state },
          });
        }
        await terminals.forget(input.terminal);
      }),
    },
    device: {
      list: os.device.list.handler(() => devices.list()),
      get: os.device.get.handler(({ input }) => devices.get(input.device)),
      offers: os.device.offers.handler(({ input }) => devices.offers(input.device)),
      act: os.device.act.handler(({ input: { operator, ...asked } }) =>
        acted(roles, operator, asked, () => devices.act(asked)),
      ),
      metrics: os.device.metrics.handler(({ input }) => devices.metrics(input.device, input.limit)),
    },
    practice: {
      choose: os.practice.choose.handler(({ input }) => needed().send({ type: 'choose', card: input.card })),
      gesture: os.practice.gesture.handler(({ input }) => needed().send({ type: 'gesture', gesture: input.gesture })),
      cable: os.practice.cable.handler(({ input }) => needed().send({ type: 'cable', isPluggedIn: input.isPluggedIn })),
    },
  };
}

function settingsProcedures(os: Implementer, parts: RouterOptions) {
  const asked = settingsHandlers(parts);
  return {
    settings: {
      read: os.settings.read.handler(asked.read),
      check: os.settings.check.handler(asked.check),
      set: os.settings.set.handler(asked.set),
      person: os.settings.person.handler(asked.person),
      back: os.settings.back.handler(asked.back),
    },
  };
}

function printerProcedures(os: Implementer, parts: RouterOptions) {
  const asked = printerHandlers(parts);
  return {
    printer: {
      list: os.printer.list.handler(asked.list),
      probe: os.printer.probe.handler(asked.probe),
      test: os.printer.test.handler(asked.test),
      openDrawer: os.printer.openDrawer.handler(asked.openDrawer),
    },
  };
}

function secretsProcedures(os: Implementer, parts: RouterOptions) {
  const asked = secretsHandlers(parts);
  return {
    secrets: {
      where: os.secrets.where.handler(asked.where),
      set: os.secrets.set.handler(asked.set),
      forget: os.secrets.forget.handler(asked.forget),
    },
  };
}

function setupProcedures(os: Implementer, parts: RouterOptions) {
  const asked = setupHandlers(parts);
  return {
    setup: {
      state: os.setup.state.handler(asked.state),
      tryAccount: os.setup.tryAccount.handler(asked.tryAccount),
      answer: os.setup.answer.handler(asked.answer),
      back: os.setup.back.handler(asked.back),
      skip: os.setup.skip.handler(asked.skip),
      leave: os.setup.leave.handler(asked.leave),
      resume: os.setup.resume.handler(asked.resume),
      terminals: os.setup.terminals.handler(asked.terminals),
      testPrint: os.setup.testPrint.handler(asked.testPrint),
    },
  };
}
