/** Deliberate breaks, each of a money rule, in the engine or in the client: the simulation must find every one. */
import type { ProfileName } from './fault-profile.ts';

export interface Mutation {
  name: string;
  /** Money rule of the blueprint that the mutation breaks. */
  rule: string;
  /** Path from the root of the repository. */
  file: string;
  /** Text that occurs exactly once in the file, and its replacement. */
  changes: readonly (readonly [find: string, replace: string])[];
  /** Fault profile whose days find the mutation; bad days by default. */
  faults?: ProfileName;
}

const machine = 'electron/host/payments/machine';
const links = 'electron/host/pay-links';

export const mutations: readonly Mutation[] = [
  {
    name: 'no-recovery-record',
    rule: '1: journal before wire',
    file: 'electron/host/payments/recovery-records.ts',
    changes: [['if (movesMoney(effect)) this.#record(attempt, effect);', '']],
  },
  {
    name: 'effects-before-journal',
    rule: '1: journal before wire',
    file: 'electron/host/payments/steps.ts',
    changes: [
      ['      journal.append({ ...rowOf(state), records }, entryOf(event), mayBeLost);\n', ''],
      [
        '    for (const effect of effects) this.#perform(state, effect);\n',
        '    for (const effect of effects) this.#perform(state, effect);\n    this.#options.journal.append(rowOf(state), entryOf(event));\n',
      ],
    ],
  },
  {
    name: 'time-out-is-failure',
    rule: '3: only evidence ends an attempt',
    file: `${machine}/bank.ts`,
    changes: [
      [
        "    case 'unknown':\n",
        "    case 'unknown':\n      return notPaid(attempt, { kind: 'failed', failure: call.failure }, '05', at);\n",
      ],
    ],
  },
  {
    name: 'restart-forgets-the-bank',
    rule: '3: only evidence ends an attempt',
    file: `${machine}/table.ts`,
    changes: [
      ["enterDoubt(idle(attempt), 'restarted', at)", "done(idle(attempt), { kind: 'cancelled', by: 'restart' }, at)"],
    ],
  },
  {
    name: 'unsent-though-sent',
    rule: '3: only evidence ends an attempt',
    file: 'electron/host/platform/exchange.ts',
    changes: [['isSent: controller !== null', 'isSent: false']],
  },
  {
    name: 'server-error-is-refusal',
    rule: '3: only evidence ends an attempt',
    file: 'electron/host/platform/errors.ts',
    changes: [["if (status >= 500) return { kind: 'unknown'", "if (status >= 500) return { kind: 'refused'"]],
  },
  {
    name: 'late-creates-ignored',
    rule: '4: once more after "not found"',
    file: `${machine}/late-responses.ts`,
    changes: [
      ['  switch (answer.state) {', "  if (outcome.kind !== 'decided') return undefined;\n  switch (answer.state) {"],
    ],
  },
  {
    name: 'search-ends-with-the-first-look',
    rule: '4: once more after "not found"',
    file: `${machine}/late-responses.ts`,
    changes: [["if (searched === 'over') return { attempt: {", 'if (at > 0) return { attempt: {']],
  },
  {
    name: 'first-not-found-believed-and-unwatched',
    rule: '4: again and again with backoff',
    file: `${machine}/bank.ts`,
    changes: [
      [
        'if (times >= NOT_FOUND_TRIES && inquiredMs(phase.inquiry, at) >= notFoundWindowMs(attempt.intent)) {',
        'if (times >= 1) {',
      ],
      [
        "return notPaid(attempt, unpaidOutcome(attempt), '05', at);\n  }\n  const lackMs",
        "return notPaid({ ...attempt, timings: [] }, unpaidOutcome(attempt), '05', at);\n  }\n  const lackMs",
      ],
    ],
  },
  {
    name: 'first-device-of-the-number',
    rule: 'device: of the till’s merchant',
    file: 'electron/host/devices/match.ts',
    changes: [['same.filter((device) => isOfMerchant(device, merchant))', 'same.slice(0, 1)']],
  },
  {
    name: 'disabled-device-charged',
    rule: 'device: not while it is known to be disabled',
    file: 'electron/host/devices/match.ts',
    changes: [['return device.isEnabled === false', 'return device.id === null']],
  },
  {
    name: 'void-unproven',
    rule: '5: "not paid" only once the void is proven',
    file: `${machine}/money.ts`,
    changes: [
      [
        "  if (call.kind === 'refused' && isFinalRefusal(call) && phase.inquiry.tries === 1) {",
        '  if (phase) return settle(attempt, phase.outcome, at);\n  if (isFinalRefusal(call) && phase.inquiry.tries === 1) {',
      ],
    ],
  },
  {
    name: 'captured-without-the-terminal',
    rule: '5: approved but not completed is voided',
    file: `${machine}/table.ts`,
    changes: [["end.kind === 'approved'\n", 'end.kind\n']],
  },
  {
    name: 'cancel-believed-at-once',
    rule: '6: cancel has three honest answers',
    file: `${machine}/table.ts`,
    changes: [
      [
        "'cancel-asked': cancelOverCloud, // the",
        "'cancel-asked': cancelling((asked, at) => done(asked, { kind: 'cancelled', by: asked.cancel ?? 'cashier' }, at)), // the",
      ],
    ],
  },
  {
    name: 'next-sale-does-not-wait',
    rule: '6: the next sale waits',
    file: 'electron/host/payments/engine.ts',
    changes: [['const waiting = this.openOn(terminal);', 'const waiting = this.openOn(`not ${terminal}`);']],
  },
  {
    name: 'unmatched-answers-applied',
    rule: '7: every event carries its attempt',
    file: 'electron/host/payments/steps.ts',
    changes: [['event.attempt !== id || !known', '!known']],
  },
  {
    name: 'other-records-believed',
    rule: '7: every result carries its attempt',
    file: 'electron/host/platform/operations.ts',
    changes: [['return own !== null && id !== null && id !== own ? null : value;', 'return value;']],
  },
  {
    name: 'amount-assumed',
    rule: '9: amounts are taken from the reply',
    file: `${machine}/money.ts`,
    changes: [['capturedMinor: transfer.amountMinor,', 'capturedMinor: transfer.amountMinor + tipMinor,']],
  },
  {
    name: 'pending-capture-never-read-again',
    rule: '3: a capture that failed is not shown as paid',
    file: `${machine}/late-responses.ts`,
    changes: [['return phase.outcome.isPending ? phase.at + BATCH_MS : null;', 'return null;']],
  },
  {
    name: 'reversal-time-out-is-failure',
    rule: '3: only evidence ends a reversal',
    file: `${machine}/reversals.ts`,
    changes: [["if (call.kind === 'not-sent')", "if (call.kind !== 'refused')"]],
  },
  {
    name: 'lost-journal-not-recovered',
    rule: '1: the recovery log survives a lost database',
    file: 'electron/host/payments/from-recovery-log.ts',
    changes: [['const missing = this.#missing(recent);', 'const missing = this.#missing(recent).slice(0, 0);']],
  },
  {
    name: 'journal-believed-over-its-log',
    rule: '1: the recovery log is believed over an older journal',
    file: 'electron/host/payments/journal-behind.ts',
    changes: [['engine.recover(behind);', 'engine.recover();']],
  },
  {
    name: 'passing-refusal-gives-the-sale-away',
    rule: '5: an approved, completed sale is captured',
    file: 'electron/host/platform/refusals.ts',
    changes: [['if (!isFinal) return unknown(outcome);', '']],
  },
  {
    name: 'gateway-speaks-for-the-platform',
    rule: '3: only evidence ends an attempt',
    file: 'electron/host/platform/classify.ts',
    changes: [["const isProof = request.method === 'GET' || details.isOwn;", 'const isProof = true;']],
  },
  {
    name: 'refusal-believed-without-a-look',
    rule: '3: only evidence ends an attempt',
    file: 'electron/host/platform/refusals.ts',
    changes: [
      [
        '  const found = await find();\n',
        "  if (outcome.kind === 'refused') return notFoundAfter(outcome);\n  const found = await find();\n",
      ],
    ],
  },
  {
    name: 'capture-elsewhere-told-as-ours',
    rule: '3: who captured is told',
    file: `${machine}/money.ts`,
    changes: [
      [
        "if (captureAsked === undefined || by === 'till') return false;",
        'if (captureAsked !== undefined || by) return false;',
      ],
    ],
  },
  {
    name: 'tip-of-a-capture-elsewhere-assumed',
    rule: '9: tips are taken from the reply',
    file: `${machine}/money.ts`,
    changes: [
      [
        'const heldTipMinor = isWhole || transfer.captureAsked === undefined ? tipMinor : 0;',
        'const heldTipMinor = isWhole ? tipMinor : tipMinor;',
      ],
    ],
  },
  {
    name: 'conflict-is-proof',
    rule: '3: only evidence ends an attempt',
    file: 'electron/host/platform/refusals.ts',
    changes: [
      [
        "return isConflict || field === 'idempotency_id' ? unknown(outcome) : toPlatformOutcome(outcome);",
        'return isConflict || field ? toPlatformOutcome(outcome) : toPlatformOutcome(outcome);',
      ],
    ],
  },
  {
    name: 'captured-more-than-asked',
    rule: '9: at most what was asked for and named',
    file: `${machine}/state.ts`,
    changes: [
      [
        'return Math.min(authorization.amountMinor, chargeTotalOf(intent) + tipMinor + surchargeMinor);',
        'return authorization.amountMinor + 0 * (tipMinor + surchargeMinor);',
      ],
    ],
  },
  {
    name: 'recover-ends-before-its-answers',
    rule: 'recover: "nothing is unfinished" is true',
    file: 'electron/host/payments/reconciliation-poll.ts',
    changes: [['if (waiting.size === 0) return', 'if (waiting.size >= 0) return']],
  },
  {
    name: 'waits-forgotten-by-restarts',
    rule: '3: nothing is in doubt for ever',
    file: `${machine}/inquiry.ts`,
    changes: [
      ['return { ...inquiry, triesBefore: inquiry.tries - 1 };', 'return inquiry;'],
      [
        'const delayMs = lackMs > 0 ? Math.min(backOffMs, lackMs) : backOffMs;',
        'const delayMs = Math.max(backOffMs, lackMs * 0);',
      ],
    ],
    faults: 'restarts',
  },
  {
    name: 'link-closed-after-one-look',
    rule: '3: a link is closed only with proof',
    file: `${links}/machine/transition.ts`,
    changes: [['const isProven = waitedMs === undefined ||', 'const isProven = waitedMs !== null ||']],
  },
  {
    name: 'link-paid-less-taken-for-the-whole',
    rule: '9: amounts are taken from the reply',
    file: `${links}/machine/view.ts`,
    changes: [['payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0)', 'linkTotalOf(intent)']],
  },
  {
    name: 'charged-beside-an-open-link',
    rule: '2: one order is paid once',
    file: `${links}/guards.ts`,
    changes: [["throw new TillError('PAY_LINK_OPEN',", "new TillError('PAY_LINK_OPEN',"]],
  },
  {
    name: 'another-customer-said-of-an-order',
    rule: '2: one order is paid once',
    file: `${links}/guards.ts`,
    changes: [['isOtherCustomer && sale.order === null && one.order === null', 'isOtherCustomer']],
  },
  {
    name: 'ended-link-not-looked-at-again',
    rule: '3: what is paid after an end is told',
    file: `${links}/machine/state.ts`,
    changes: [["if (outcome.kind !== 'paid') return DAY_MS;", "if (outcome.kind !== 'paid') return -1;"]],
  },
  {
    name: 'lost-links-not-recovered',
    rule: '1: the recovery log survives a lost database',
    file: `${links}/from-recovery-log.ts`,
    changes: [["record.what === 'link' &&", "record.what === 'no link' &&"]],
  },
  {
    name: 'copy-of-a-link-left-open',
    rule: '3: a link is closed only with proof',
    file: `${links}/platform-port.ts`,
    changes: [
      [
        'for (const copy of found.record.filter((one) => one.id !== id)) {',
        'for (const copy of found.record.filter(() => false)) {',
      ],
    ],
  },
  {
    name: 'link-given-back-at-both-windows',
    rule: '2: money is given back once',
    file: 'electron/host/payments/engine.ts',
    changes: [['if (like) throw duplicateReversalOf(', 'if (like) duplicateReversalOf(']],
  },
  {
    name: 'dismissed-in-one-window-only',
    rule: 'window: what was put away is not told again',
    file: 'electron/contract/dismissed.ts',
    changes: [
      [
        'return [...names.filter((one) => !changed.has(one)), ...add]',
        'return [...names.filter((one) => !changed.has(one))]',
      ],
    ],
  },
  {
    name: 'late-timer-believed-at-once',
    rule: 'pause: what has arrived is read before a late timer is believed',
    file: 'electron/domain/clock.ts',
    changes: [['  wait(delayMs, 0);', '  cancel = clock.after(delayMs, task);']],
  },
  {
    name: 'link-payment-may-be-the-refund',
    rule: '3: nothing is in doubt for ever',
    file: 'electron/host/platform/look-up.ts',
    changes: [["(type === 'DEBIT' || type === 'REVERSAL')", "type === 'neither'"]],
  },
  {
    name: 'starts-over-a-card-left-in',
    rule: '7: a card pays what it was presented for',
    file: 'electron/host/terminals/slot-wait.ts',
    changes: [['      await promise;', '      await Promise.race([promise, Promise.resolve()]);']],
  },
  {
    name: 'late-pin-told-as-no-card',
    rule: 'words: a late PIN is no missing card',
    file: `${machine}/inquiry.ts`,
    changes: [["lateFailures[end.waitedFor ?? 'card']", "lateFailures[end.waitedFor ? 'card' : 'card']"]],
  },
];
