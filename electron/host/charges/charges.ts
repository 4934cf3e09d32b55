/**
 * Use cases of money at the counter. Only they decide whether an act may begin, by amount, tip, setup, person and
 * order, in this order. The engine has the only rule for "the same charge" (its id, kind, currency, total and order).
 */
import { type Person } from '../../domain/index.ts';
import {
  chargeTotalOf,
  isSetupTest,
  TillError,
  type AttemptView,
  type ChargeRequest,
  type HostState,
  type Operator,
  type OtherTender,
  type OtherTenderRequest,
  type PayLinkRequest,
  type PayLinkView,
} from '../../contract/index.ts';
import type { OrderService } from '../pay-links/index.ts';
import type { PaymentEngine } from '../payments/index.ts';
import type { Roles } from '../roles/index.ts';
import type { Setup } from '../setup/index.ts';
import { checkAmount, checkCapturedTip, checkTip, onlyTerminal } from './checks.ts';

/** The caller of a use case: the person signed in at the window, and the name and PIN in the request. */
export interface Caller {
  person: Person | null;
  operator: Operator | undefined;
  /** @throws SIGN_IN_NEEDED when cashiers sign in on this till and no cashier is signed in to the window */
  needPerson?: () => void;
}

export interface ChargesOptions {
  state: () => HostState;
  engine: Pick<PaymentEngine, 'capture' | 'find' | 'release' | 'start'>;
  orderService: Pick<OrderService, 'beforeCharge' | 'note' | 'openLink'>;
  roles: Pick<Roles, 'record'>;
  setup: Pick<Setup, 'checkOpen'>;
}

interface CaptureAsked {
  attempt: string;
  amountMinor: number;
  tipMinor: number;
  isTipMeant?: boolean | undefined;
}

export class Charges {
  readonly #options: ChargesOptions;

  constructor(options: ChargesOptions) {
    this.#options = options;
  }

  /**
   * Starts a payment. A known id is that payment again, and skips the checks of a new payment.
   * @throws PAY_AMOUNT, PAY_TIP_LARGE, SETUP_OPEN, IPC_INVALID, SIGN_IN_NEEDED, ROLE_REQUIRED, PAY_ORDER_OPEN,
   * TERM_NOT_FOUND, PAY_STATE, and the engine's own codes
   */
  start(asked: ChargeRequest, caller: Caller): AttemptView {
    const { engine } = this.#options;
    const { till } = this.#options.state();
    checkAmount(chargeTotalOf(asked), asked.currency, till);
    const isNew = engine.find(asked.id) === null;
    const person = isNew ? this.#begun(asked, caller, till) : caller.person?.name;
    const terminal = asked.terminal ?? onlyTerminal(this.#options.state());
    return engine.start({ ...asked, terminal, cardTimeoutMs: till.cardTimeoutMs, person });
  }

  /** Name of the person who answers for a new charge; for a refund the manager who allows it. */
  #begun(asked: ChargeRequest, { operator, person, needPerson }: Caller, till: HostState['till']): string | undefined {
    const { orderService, roles, setup } = this.#options;
    setup.checkOpen();
    if (isSetupTest(asked)) throw new TillError('IPC_INVALID', "Ids of test payments are the setup's own.");
    needPerson?.();
    checkTip(asked, till);
    const { kind, id, amountMinor } = asked;
    const manager = kind === 'refund' ? roles.record('refund', operator, id, { amountMinor }) : null;
    orderService.beforeCharge(asked);
    return manager ?? person?.name;
  }

  /** Captures a hold. A tip above the agreed tip gets its own entry in the audit log. */
  capture(asked: CaptureAsked, { person, operator }: Caller): AttemptView {
    const { engine, roles, state } = this.#options;
    const { attempt, amountMinor, tipMinor } = asked;
    const hold = engine.find(attempt);
    if (hold) checkCapturedTip(hold, asked, state().till);
    const act = hold && tipMinor > hold.tipMinor ? 'raise-tip' : 'capture';
    const by = roles.record(act, operator, attempt, { amountMinor, tipMinor }, person);
    return engine.capture(attempt, { amountMinor, tipMinor, by });
  }

  /**
   * Releases a hold or a partial approval. Refusing a partial approval is part of the running sale; releasing a kept
   * hold is an act that needs its role.
   */
  release(attempt: string, { person, operator }: Caller): AttemptView {
    const { engine, roles } = this.#options;
    const isPart = engine.find(attempt)?.state === 'partial';
    const [act, what] = isPart ? (['keep-part', { isKept: false }] as const) : (['release', {}] as const);
    return engine.release(attempt, roles.record(act, operator, attempt, what, person));
  }

  /** Opens a payment link. Its tip is checked together with the most that the customer may add. */
  openLink(asked: PayLinkRequest): PayLinkView {
    const { orderService, setup, state } = this.#options;
    const { amountMinor, tipMinor = 0, tipMaxMinor = 0, currency } = asked;
    const { till } = state();
    checkAmount(amountMinor + tipMinor + tipMaxMinor, currency, till);
    checkTip({ ...asked, tipMinor: tipMinor + tipMaxMinor }, till);
    setup.checkOpen();
    return orderService.openLink(asked);
  }

  /** Notes money that was received with another tender. */
  note(asked: OtherTenderRequest, { person, operator }: Caller): OtherTender {
    const { orderService, roles, state } = this.#options;
    const { id, way, amountMinor, currency } = asked;
    checkAmount(amountMinor, currency, state().till);
    const by = roles.record('note', operator, null, { id, way, amountMinor }, person);
    return orderService.note({ ...asked, by });
  }
}
