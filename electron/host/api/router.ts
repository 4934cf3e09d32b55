/** Router of the contract: parses inputs with the contract's schemas, and returns failures as FAILED. */
import type { ContractProcedure } from '@orpc/contract';
import type { Procedure } from '@orpc/server';
import { visibleIn } from '../../domain/index.ts';
import { TillError, type AuditCheck, type AuditRow, type Contract } from '../../contract/index.ts';
import type { Checks } from '../checks/index.ts';
import type { DeviceService } from '../devices/index.ts';
import type { Day, History } from '../history/index.ts';
import type { PrinterFinder } from '../receipts/index.ts';
import type { Reconciler } from '../reconcile/index.ts';
import type { HostContext, SignIns } from '../roles/index.ts';
import type { PasswordService, SettingsService } from '../settings/index.ts';
import type { Practice, TerminalManager } from '../terminals/index.ts';
import { auditAction } from './audit-action.ts';
import { implementContract, signedIn, type Implementer } from './implement.ts';
import { payLinkProcedures, paymentProcedures, tillProcedures, type MoneyParts } from './payments.ts';
import { printerProcedures } from './printers.ts';
import { settingsProcedures } from './settings.ts';
import { secretsProcedures } from './secrets.ts';
import { setupProcedures } from './setup.ts';

export interface RouterOptions extends MoneyParts {
  terminals: TerminalManager;
  devices: DeviceService;
  practice: Practice | null;
  /** Audit log of the journal. */
  auditLog: {
    checkWhileRunning: (anchors: { count: number; head: string }[]) => Promise<AuditCheck>;
    exported: (page: { after?: number | undefined; until?: number | undefined; limit: number }) => {
      rows: AuditRow[];
      until: number;
    };
  };
  signIns: SignIns;
  settingsService: SettingsService;
  passwords: PasswordService;
  checks: Checks;
  reconciler: Reconciler;
  history: History;
  day: Day;
  printers: PrinterFinder;
  log: (level: 'debug' | 'info' | 'warn' | 'error', message: string, context?: Record<string, unknown>) => void;
}

/** Implemented contract. Written out because the inferred type is too long for the compiler to emit. */
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
    ...tillProcedures(os, parts),
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

/** Sign-in procedures of the caller's connection. */
function sessionProcedures(os: Implementer, { signIns }: RouterOptions) {
  const of = ({ session }: HostContext) => {
    if (session) return session;
    throw new TillError('IPC_INVALID', 'People sign in only to a window of the till.');
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
        // Refuse an unknown payment before the audit log is written.
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
      search: os.history.search.handler(({ input }) => history.search(input).then(visibleIn)),
      tabs: os.history.tabs.handler(() => history.tabs()),
    },
  };
}

function auditProcedures(os: Implementer, { auditLog, roles }: RouterOptions) {
  return {
    audit: {
      verify: os.audit.verify.handler(({ input }) => auditLog.checkWhileRunning(input.anchors)),
      rows: os.audit.rows.handler(({ input: { operator, ...page }, context }) => {
        if (page.until === undefined) roles.record('export', operator, null, { what: 'audit' }, signedIn(context));
        return auditLog.exported(page);
      }),
    },
  };
}

/** Procedures of wired terminals, Devices of the platform, and the practice terminal. */
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
        auditAction(roles, operator, asked, () => devices.actByCable(asked)),
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
      list: os.device.list.handler(async ({ input }) => (await devices.list()).slice(0, input?.limit)),
      find: os.device.find.handler(({ input }) => devices.find(input.text)),
      get: os.device.get.handler(({ input }) => devices.get(input.device)),
      offers: os.device.offers.handler(({ input }) => devices.offers(input.device)),
      act: os.device.act.handler(({ input: { operator, ...asked } }) =>
        auditAction(roles, operator, asked, () => devices.act(asked)),
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
