/**
 * Setup of a till, from training to its first real payment: one question per step, kept by the host, driven by the
 * screen and the command line.
 */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { failureSchema } from './failures.ts';
import { currencySchema } from './money.ts';
import { attemptStateSchema } from './attempt-view.ts';
import { discoveredSchema } from './discovered.ts';
import { typedText } from './typed-text.ts';

/** Steps in order. */
export const setupSteps = [
  'mode',
  'account',
  'merchant',
  'shop',
  'terminal',
  'person',
  'receipts',
  'test',
  'open',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/**
 * Amount of the test payment's hold, in minor units. Issuers decline smaller amounts, and the platform's own test
 * amounts do too.
 */
export const SETUP_TEST_MINOR = 100;

/** `sandbox`: the platform's own trial, in which no money moves. Training is different: it needs no account. */
const setupModeSchema = z.enum(['sandbox', 'live']);
export type SetupMode = z.infer<typeof setupModeSchema>;

/** A merchant that the account may access. */
const setupMerchantSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** True if the platform accepts payments for it, false while approval is pending, null if the platform omits it. */
  isApproved: z.boolean().nullable(),
});
export type SetupMerchant = z.infer<typeof setupMerchantSchema>;

/** Answers so far. The password is kept elsewhere and never returned. */
const setupAnswersSchema = z.object({
  mode: setupModeSchema.optional(),
  account: z
    .object({
      url: z.string(),
      username: z.string(),
      merchants: z.array(setupMerchantSchema),
      /**
       * False: the platform has no list of merchants. These are the merchants of its Devices, and another may be typed.
       */
      isListed: z.boolean().optional(),
    })
    .optional(),
  merchant: setupMerchantSchema.optional(),
  shop: z
    .object({
      shop: z.string(),
      name: z.string(),
      currency: z.string(),
      locale: z.string(),
      /** IANA name, or null for the computer's own time zone. */
      timeZone: z.string().nullable(),
    })
    .optional(),
  terminal: z.object({ address: z.string(), label: z.string() }).optional(),
  person: z.object({ name: z.string() }).optional(),
  receipts: z.object({ printer: z.string().nullable() }).optional(),
});
export type SetupAnswers = z.infer<typeof setupAnswersSchema>;

/**
 * The setup's test payment. `planned`: its id is kept. `held`: the card was approved and the hold is being released.
 * `voided`: confirmed by the platform in a second request. `not-paid`: it ended without a hold.
 */
const setupTestSchema = z.object({
  attempt: z.string(),
  amountMinor: z.int(),
  currency: currencySchema,
  state: z.enum(['planned', 'held', 'voided', 'not-paid']),
  /** State in which the payment ended. */
  outcome: attemptStateSchema.nullable(),
  /** Time of the platform's confirmation. */
  provenAt: z.iso.datetime().nullable(),
});
export type SetupTest = z.infer<typeof setupTestSchema>;

const viewSchema = z.object({
  /** Current step, or null if the setup has finished or the till was set up in another way. */
  step: z.enum(setupSteps).nullable(),
  /** True after the first answer. */
  isBegun: z.boolean(),
  /** True if the user left the setup; the answers are kept. */
  isLeft: z.boolean(),
  answers: setupAnswersSchema,
  skipped: z.array(z.enum(setupSteps)),
  test: setupTestSchema.nullable(),
  canBack: z.boolean(),
  canSkip: z.boolean(),
  /** Settings were written and the till is restarting with them: the next step follows. */
  isRestarting: z.boolean(),
  /** True for a live till with an unfinished setup: only the test payment is accepted. */
  refusesPayments: z.boolean(),
  /** Reason why the test payment is stuck, or null. */
  failure: failureSchema.nullable(),
});
/** Progress of the setup, as every module outside the host sees it. */
export interface SetupView extends z.infer<typeof viewSchema> {}
/** The declared type keeps the contract's type short. */
export const setupViewSchema: z.ZodType<SetupView> = viewSchema;

/** Progress as stored on disk. `done`: open for business. */
export const setupStateSchema = z.object({
  version: z.literal(1),
  step: z.enum([...setupSteps, 'done']),
  answers: setupAnswersSchema,
  skipped: z.array(z.enum(setupSteps)),
  test: setupTestSchema.nullable(),
  /** Answers up to the terminal are being written to the settings; ends when the till runs with them. */
  isWriting: z.boolean(),
  isLeft: z.boolean(),
});
export type SetupState = z.infer<typeof setupStateSchema>;

/** The host checks texts, and has a message for each mistake. */
const text = typedText(20_000);
/** Byte for byte. */
const secret = z.string().max(20_000);
const account = { url: text, username: text, password: secret };
const answerSchema = z.discriminatedUnion('step', [
  z.object({ step: z.literal('mode'), mode: setupModeSchema }),
  z.object({ step: z.literal('account'), ...account }),
  z.object({ step: z.literal('merchant'), merchant: text }),
  z.object({
    step: z.literal('shop'),
    shop: text,
    name: text,
    currency: text,
    locale: text,
    timeZone: text.nullable(),
  }),
  /** `serial:PATH`, `tcp:HOST:PORT`, `hid:SERIALNUMBER`, `device:SERIALNUMBER`, or HOST:PORT as the user types it. */
  z.object({ step: z.literal('terminal'), address: text }),
  z.object({ step: z.literal('person'), name: text, pin: z.string().max(32) }),
  z.object({ step: z.literal('receipts'), printer: text.nullable() }),
  /** Begins or continues the test payment; `again`: another test after a test that was voided or not paid. */
  z.object({ step: z.literal('test'), again: z.boolean().optional() }),
  z.object({ step: z.literal('open') }),
]);
export type SetupAnswer = z.infer<typeof answerSchema>;

const by = { operator: operatorSchema.optional() };

/**
 * @throws SETUP_ANSWER when an answer is not accepted; context: step, field, fault.
 * @throws SETUP_STEP when another step is current; context: step.
 * @throws ROLE_REQUIRED… when a person has a PIN.
 */
export const setupProcedures = {
  state: base.output(setupViewSchema),
  /** Tries an account as `answer` does, and stores nothing. */
  tryAccount: base.input(z.object({ ...account, ...by })).output(z.object({ merchants: z.int() })),
  answer: base.input(z.object({ answer: answerSchema, ...by })).output(setupViewSchema),
  back: base.input(z.object(by)).output(setupViewSchema),
  skip: base.input(z.object(by)).output(setupViewSchema),
  /** Leaves the setup and keeps the answers. A live till returns to training until the setup is resumed. */
  leave: base.input(z.object(by)).output(setupViewSchema),
  resume: base.input(z.object(by)).output(setupViewSchema),
  /**
   * Candidates for this till's terminal: on the cables now, and the account's Devices. Starts a search or joins the
   * running search, and returns as soon as there is a new result.
   */
  terminals: base.output(
    z.object({
      found: z.array(discoveredSchema),
      /** True if the search continues: call again at once. */
      isSearching: z.boolean(),
      /** Ports that have answered or are excluded, out of `ports`. */
      searchedPorts: z.int(),
      ports: z.int(),
      /** Devices of the account, or null until the platform has returned them. */
      devices: z.array(z.object({ serialNumber: z.string(), name: z.string().nullable() })).nullable(),
      /** Reason why `devices` is null. */
      failure: failureSchema.nullable(),
    }),
  ),
  /**
   * Prints a page on a printer that is not set up yet.
   * @throws PRINTER_…
   */
  testPrint: base.input(z.object({ printer: text, ...by })),
};

/** Prefix of the ids of test payments, reserved for them: a payment with it counts in no figure of the day. */
const TEST_PREFIX = 'setup-test-';

export const setupTestId = (unique: string): string => `${TEST_PREFIX}${unique}`;

/** True for a payment made during setup and voided, which was never meant to be captured. */
export const isSetupTest = ({ id }: { id: string }): boolean => id.startsWith(TEST_PREFIX);
