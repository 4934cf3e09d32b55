/**
 * View of the host's state for each scope. Views are built field by field. A new field of HostState or of its parts is
 * thus visible only to the till until a view adds the field.
 */
import { createHash } from 'node:crypto';
import {
  outcomeNameOf,
  isOpenAttempt,
  isUnfinishedLink,
  unknownHealth,
  usualAskAboveMinor,
  type AttemptView,
  type Failure,
  type HostEvent,
  type HostState,
  type PayLinkView,
  type Scope,
  type TerminalView,
} from '../../contract/index.ts';

/** Filters the state, and each value that carries a part of the state, for one scope. */
export interface View {
  state(host: HostState): HostState;
  attempt(attempt: AttemptView): AttemptView;
  /** Event as this scope sees it, or null if the event is hidden. */
  event(event: HostEvent, before: HostState, after: HostState): HostEvent | null;
}

/** Scopes of the shop's own people, which see everything. */
type SeesAll = 'till' | 'command';

/** Empty parts of a view. */
const nothing = (): Pick<HostState, 'devices' | 'unmatched' | 'attempts' | 'practice'> => ({
  devices: [],
  unmatched: [],
  attempts: [],
  practice: null,
});

/** Code without message and context, which may contain ports, files, people and other payments. */
const codeOf = (failure: Failure | null): Failure | null => failure && { code: failure.code, message: failure.code };

/** Failure codes that a customer may see. The reason of a decline is never among them. */
const customerCodes: ReadonlySet<string> = new Set<Failure['code']>([
  'PAY_NO_CARD',
  'PAY_NO_PIN',
  'PAY_NO_CHOICE',
  'PAY_DUPLICATE',
  'PAY_PARTIAL',
]);

const journalOf = ({ journal }: HostState): Pick<HostState, 'journal'> =>
  journal ? { journal: { failure: codeOf(journal.failure), since: journal.since, quarantined: null } } : {};

function platformOf({ platform: { state, since, askedAt } }: Pick<HostState, 'platform'>): HostState['platform'] {
  return { state, since, askedAt, failure: null, host: null };
}

/** Picks the listed fields; missing fields stay missing. */
function pick<Whole extends object, Name extends keyof Whole>(whole: Whole, ...names: Name[]): Pick<Whole, Name> {
  return Object.fromEntries(names.flatMap((name) => (name in whole ? [[name, whole[name]]] : []))) as Pick<Whole, Name>;
}

/** Till fields that every customer-facing screen shows. */
function tillOf({ till }: HostState): HostState['till'] {
  const shown = [
    'name',
    'shop',
    'currency',
    'locale',
    'maxAmountMinor',
    'cardTimeoutMs',
    'mode',
    'isKiosk',
    'surcharge',
  ] as const;
  return { ...pick(till, ...shown), version: '' };
}

/** Terminal fields for the status light and for whether the terminal can take a payment. */
function terminalOf(terminal: TerminalView, id: string): TerminalView {
  const { device } = terminal;
  return {
    ...pick(terminal, 'link', 'route', 'state', 'since', 'lastHeardAt', 'isPractice', 'takesPayments', 'readers'),
    id,
    address: '',
    failure: null,
    nextTryAt: null,
    family: null,
    model: null,
    serialNumber: null,
    firmware: null,
    ...(device ? { device: { id: null, failure: codeOf(device.failure), askedAt: device.askedAt } } : {}),
    cableActions: [],
    health: unknownHealth,
  };
}

/** Fields of a payment that the customer may see: nothing about the card, the platform or the staff. */
const seenOfAttempt = [
  ...(['id', 'state', 'kind', 'route', 'prompt', 'choices', 'order', 'currency', 'timings'] as const),
  ...(['amountMinor', 'tipMinor', 'surchargeMinor', 'tipRoomMinor', 'totalMinor', 'terminalTipMinor'] as const),
  ...(['surchargeChangeMinor', 'authorizedMinor', 'capturedMinor', 'mayHaveCharged'] as const),
  ...(['startedAt', 'updatedAt', 'finishedAt', 'wantsSignature', 'isCardOut'] as const),
  ...(['cancelAsked', 'canCancel', 'cancelTooLate', 'cancelledBy'] as const),
] as const;

function attemptOf(attempt: AttemptView): AttemptView {
  const { card, failure, terminal } = attempt;
  return {
    ...pick(attempt, ...seenOfAttempt),
    expiresAt: null,
    reversedMinor: 0,
    reversals: [],
    note: null,
    terminal: { id: veiled(terminal.id), serialNumber: null, link: terminal.link },
    authorization: null,
    transfer: null,
    // The entry mode shows whether the customer has the card back.
    card: card && {
      entryMode: card.entryMode,
      brand: null,
      lastFour: null,
      approvalCode: null,
      applicationLabel: null,
      applicationIdentifier: null,
    },
    checking: null,
    declineCode: null,
    failure: failure && customerCodes.has(failure.code) ? codeOf(failure) : null,
    decision: null,
    canDecide: false,
  };
}

const isRead = ({ dismissed = [] }: HostState, name: string): boolean => dismissed.includes(name);

// --- Customer display ----------------------------------------------------------------------------------------------

/** Open payments, and the last ended payment until the cashier dismisses it. */
function displayAttempts(host: HostState): AttemptView[] {
  const end = host.attempts.find((one) => !isOpenAttempt(one));
  return host.attempts.filter((one) => isOpenAttempt(one) || (one === end && !isRead(host, outcomeNameOf(one))));
}

/** The link to pay now, and the end of the last link. Links left open for a later customer are hidden. */
function displayLinks(host: HostState): PayLinkView[] {
  const mine = (host.payLinks ?? []).filter((one) => !isRead(host, one.id));
  const paid = mine.find(({ state }) => state === 'paid');
  const open = mine.find(isUnfinishedLink);
  return mine.filter((one) => one === open || (one === paid && !isRead(host, outcomeNameOf(one))));
}

const seenOfLink = [
  ...(['id', 'state', 'order', 'amountMinor', 'tipMinor', 'tipMaxMinor', 'totalMinor', 'currency'] as const),
  ...(['openedAt', 'endsAt', 'isBeingPaid', 'paidMinor', 'updatedAt', 'finishedAt'] as const),
] as const;

function displayLink(link: PayLinkView): PayLinkView {
  return {
    ...pick(link, ...seenOfLink),
    part: link.part === null ? null : '',
    platformId: null,
    // The display shows the link's QR code while the link can be paid.
    url: isUnfinishedLink(link) ? link.url : null,
    note: null,
    polledAt: null,
    missedPolls: 0,
    refusedTries: 0,
    deliveries: [],
    checking: null,
    payments: [],
    isTooLate: false,
    isLate: false,
    closedBy: null,
    failure: null,
  };
}

/** Opaque terminal id that hides the serial number and the port. */
function veiled(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12);
}

const displayView: View = {
  attempt: attemptOf,
  state: (host) => ({
    ...nothing(),
    till: tillOf(host),
    terminals: host.terminals.map((one) => terminalOf(one, veiled(one.id))),
    platform: platformOf(host),
    attempts: displayAttempts(host).map(attemptOf),
    ...journalOf(host),
    ...(host.display ? { display: host.display } : {}),
    payLinks: displayLinks(host).map(displayLink),
    dismissed: [],
  }),
  event(event, before, after) {
    const wasOrIs = <One extends { id: string }>(of: (host: HostState) => One[], id: string): boolean =>
      [before, after].some((host) => of(host).some((one) => one.id === id));
    switch (event.type) {
      case 'attempt':
        if (!wasOrIs(displayAttempts, event.attempt.id)) return null;
        return { type: 'attempt', attempt: attemptOf(event.attempt) };
      case 'pay-link':
        if (!wasOrIs(displayLinks, event.link.id)) return null;
        return { type: 'pay-link', link: displayLink(event.link) };
      case 'dismissed': {
        const shown = [...displayAttempts(before), ...displayLinks(before)].flatMap((one) => [
          one.id,
          outcomeNameOf(one),
        ]);
        return { type: 'dismissed', add: event.add.filter((name) => shown.includes(name)), remove: [] };
      }
      case 'display':
        return event;
      case 'terminal':
        return { type: 'terminal', terminal: terminalOf(event.terminal, veiled(event.terminal.id)) };
      case 'terminal-removed':
        return { type: 'terminal-removed', id: veiled(event.id) };
      case 'till':
      case 'platform':
      case 'journal':
        return commonEvent(event, after, displayView);
      case 'devices':
      case 'practice':
      case 'unmatched':
      case 'open-tabs':
      case 'other-tender':
      case 'setup':
      case 'settings':
      case 'update':
        return null;
    }
  },
};

/** Events that replace a whole part of the state. */
type CommonEvent = Extract<HostEvent, { type: 'till' | 'platform' | 'journal' }>;

function commonEvent(event: CommonEvent, after: HostState, view: View): HostEvent | null {
  switch (event.type) {
    case 'till':
      return { type: 'till', till: view.state(after).till };
    case 'platform':
      return { type: 'platform', platform: platformOf(event) };
    case 'journal': {
      const { journal } = journalOf(after);
      return journal ? { type: 'journal', journal } : null;
    }
  }
}

// --- Guest kiosk ---------------------------------------------------------------------------------------------------

/** Open payments, and ended payments that are still on screen. */
function kioskAttempts(host: HostState): AttemptView[] {
  return host.attempts.filter((one) => isOpenAttempt(one) || !isRead(host, outcomeNameOf(one)));
}

/**
 * Payment of the guest. The "Thank you" screen shows its last four digits and approval code, and only the guest can
 * confirm that a repeated payment is intended.
 */
function kioskAttempt(attempt: AttemptView): AttemptView {
  const { card, terminal, asking } = attempt;
  const seen = attemptOf(attempt);
  return {
    ...seen,
    ...(asking ? { asking: { ...asking, attempt: '' } } : {}),
    terminal: { ...seen.terminal, id: terminal.id },
    card: seen.card && {
      ...seen.card,
      brand: card?.brand ?? null,
      lastFour: card?.lastFour ?? null,
      approvalCode: card?.approvalCode ?? null,
    },
  };
}

const kioskView: View = {
  attempt: kioskAttempt,
  state(host) {
    const { receipts } = host.till;
    // The usual threshold is computed from payments that guests must not see.
    const askAboveMinor = host.till.askAboveMinor ?? usualAskAboveMinor(host);
    return {
      ...nothing(),
      till: {
        ...tillOf(host),
        ...(askAboveMinor === undefined ? {} : { askAboveMinor }),
        ...pick(host.till, 'tips', 'sameCardMinutes', 'amountEntry', 'scanPricePrefixes'),
        ...(receipts ? { receipts: { printer: receipts.printer, email: false, sms: false } } : {}),
      },
      terminals: host.terminals.map((one) => terminalOf(one, one.id)),
      platform: platformOf(host),
      attempts: kioskAttempts(host).map(kioskAttempt),
      practice: host.till.mode === 'training' ? host.practice : null,
      ...journalOf(host),
      dismissed: [],
    };
  },
  event(event, before, after) {
    switch (event.type) {
      case 'attempt': {
        const { id } = event.attempt;
        if (![before, after].some((host) => kioskAttempts(host).some((one) => one.id === id))) return null;
        return { type: 'attempt', attempt: kioskAttempt(event.attempt) };
      }
      // Names only: they show the kiosk page that its dismissals were saved.
      case 'dismissed':
        return { type: 'dismissed', add: event.add, remove: event.remove };
      case 'terminal':
        return { type: 'terminal', terminal: terminalOf(event.terminal, event.terminal.id) };
      case 'terminal-removed':
        return event;
      case 'practice':
        return after.till.mode === 'training' ? event : null;
      case 'till':
      case 'platform':
      case 'journal':
        return commonEvent(event, after, kioskView);
      case 'devices':
      case 'display':
      case 'unmatched':
      case 'open-tabs':
      case 'pay-link':
      case 'other-tender':
      case 'setup':
      case 'settings':
      case 'update':
        return null;
    }
  },
};

// --- Technician page -----------------------------------------------------------------------------------------------

const technicianView: View = {
  attempt: attemptOf,
  state: (host) => ({
    ...nothing(),
    till: host.till,
    terminals: host.terminals,
    platform: host.platform,
    devices: host.devices,
    ...(host.deviceList ? { deviceList: host.deviceList } : {}),
    practice: host.practice,
    // Shows that a payment occupies a terminal, but not its details.
    attempts: host.attempts.filter(isOpenAttempt).map((one) => ({ ...attemptOf(one), terminal: one.terminal })),
    ...(host.journal ? { journal: host.journal } : {}),
  }),
  event(event, before) {
    switch (event.type) {
      case 'attempt': {
        const wasOpen = before.attempts.some((one) => one.id === event.attempt.id && isOpenAttempt(one));
        if (!wasOpen && !isOpenAttempt(event.attempt)) return null;
        return { type: 'attempt', attempt: { ...attemptOf(event.attempt), terminal: event.attempt.terminal } };
      }
      case 'till':
      case 'terminal':
      case 'terminal-removed':
      case 'platform':
      case 'devices':
      case 'practice':
      case 'journal':
        return event;
      case 'display':
      case 'unmatched':
      case 'open-tabs':
      case 'pay-link':
      case 'other-tender':
      case 'dismissed':
      case 'setup':
      case 'settings':
      case 'update':
        return null;
    }
  },
};

/** Views by scope; null means that the scope sees the unfiltered state. */
export const viewsOf: Record<Exclude<Scope, SeesAll>, View> & Record<SeesAll, null> = {
  till: null,
  command: null,
  kiosk: kioskView,
  display: displayView,
  technician: technicianView,
  // No rights are granted to the API yet, so it sees as little as a display.
  api: displayView,
};
