/** Setting a till up, from training to its first real payment: one question a step, kept by the host, driven by screen and command line. */
import { z } from 'zod';
import { base, operatorSchema } from './procedure-base.ts';
import { failureSchema } from './failures.ts';
import { currencySchema } from './money.ts';
import { attemptStateSchema } from './attempt-view.ts';
import { discoveredSchema } from './discovered.ts';
import { typedText } from './typed-text.ts';

/** In their order. */
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

/** The test payment: a hold of so much, minor units. Less is declined by issuers, and by the platform's own test amounts. */
export const SETUP_TEST_MINOR = 100;

/** `sandbox`: the platform's own trial, where no money moves; not training, which needs no account. */
const setupModeSchema = z.enum(['sandbox', 'live']);
export type SetupMode = z.infer<typeof setupModeSchema>;

/** A merchant that the account may see. */
const setupMerchantSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Payments are taken for it; false: the platform has not approved it yet; null: the platform does not say. */
  isApproved: z.boolean().nullable(),
});
export type SetupMerchant = z.infer<typeof setupMerchantSchema>;

/** What was answered so far. The password is kept elsewhere and never told. */
const setupAnswersSchema = z.object({
  mode: setupModeSchema.optional(),
  account: z
    .object({
      url: z.string(),
      username: z.string(),
      merchants: z.array(setupMerchantSchema),
      /** False: the platform has no list of merchants; these are the merchants of its Devices, and another may be typed. */
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
      /** IANA; null: the computer's own. */
      timeZone: z.string().nullable(),
    })
    .optional(),
  terminal: z.object({ address: z.string(), label: z.string() }).optional(),
  person: z.object({ name: z.string() }).optional(),
  receipts: z.object({ printer: z.string().nullable() }).optional(),
});
export type SetupAnswers = z.infer<typeof setupAnswersSchema>;

/**
 * The one test payment: `planned` its id is kept, `held` the card was approved and the hold is being given back, `voided` the
 * platform said so when it was asked again, `not-paid` it came to nothing by itself.
 */
const setupTestSchema = z.object({
  attempt: z.string(),
  amountMinor: z.int(),
  currency: currencySchema,
  state: z.enum(['planned', 'held', 'voided', 'not-paid']),
  /** How the payment stood when it ended. */
  outcome: attemptStateSchema.nullable(),
  /** When the platform was asked again. */
  provenAt: z.iso.datetime().nullable(),
});
export type SetupTest = z.infer<typeof setupTestSchema>;

const viewSchema = z.object({
  /** Null: finished, or a till that was set up another way. */
  step: z.enum(setupSteps).nullable(),
  /** Somebody has answered something. */
  isBegun: z.boolean(),
  /** Somebody went on with something else; what was answered is kept. */
  isLeft: z.boolean(),
  answers: setupAnswersSchema,
  skipped: z.array(z.enum(setupSteps)),
  test: setupTestSchema.nullable(),
  canBack: z.boolean(),
  canSkip: z.boolean(),
  /** Settings were written and the till starts once more with them: the next step is asked then. */
  isRestarting: z.boolean(),
  /** A live till that is not set up to the end takes no payment but the test. */
  refusesPayments: z.boolean(),
  /** Why the test payment does not go on; null: it does, or nothing is to be done. */
  failure: failureSchema.nullable(),
});
/** How far the till is set up, as everybody outside the host sees it. */
export interface SetupView extends z.infer<typeof viewSchema> {}
/** By its name: the contract's own type is long enough. */
export const setupViewSchema: z.ZodType<SetupView> = viewSchema;

/** How far it has come, as it is kept on disk. `done`: open for business. */
export const setupStateSchema = z.object({
  version: z.literal(1),
  step: z.enum([...setupSteps, 'done']),
  answers: setupAnswersSchema,
  skipped: z.array(z.enum(setupSteps)),
  test: setupTestSchema.nullable(),
  /** Answers up to the terminal are being made the till's settings; over once the till runs with them. */
  isWriting: z.boolean(),
  isLeft: z.boolean(),
});
export type SetupState = z.infer<typeof setupStateSchema>;

/** Texts are checked by the host, which has a sentence for each mistake. */
const text = typedText(20_000);
/** To the letter. */
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
  /** `serial:PATH`, `tcp:HOST:PORT`, `hid:SERIALNUMBER`, `device:SERIALNUMBER`, or HOST:PORT as somebody types it. */
  z.object({ step: z.literal('terminal'), address: text }),
  z.object({ step: z.literal('person'), name: text, pin: z.string().max(32) }),
  z.object({ step: z.literal('receipts'), printer: text.nullable() }),
  /** Begins the test payment, or goes on with it; `again`: another one after one that came to nothing or was voided. */
  z.object({ step: z.literal('test'), again: z.boolean().optional() }),
  z.object({ step: z.literal('open') }),
]);
export type SetupAnswer = z.infer<typeof answerSchema>;

const by = { operator: operatorSchema.optional() };

/**
 * Refused with SETUP_ANSWER where an answer is not taken; context: step, field, fault. With SETUP_STEP where another step is
 * asked; context: step. With ROLE_REQUIRED… where people have PINs.
 */
export const setupProcedures = {
  state: base.output(setupViewSchema),
  /** Tries an account as `answer` does, and keeps nothing. */
  tryAccount: base.input(z.object({ ...account, ...by })).output(z.object({ merchants: z.int() })),
  answer: base.input(z.object({ answer: answerSchema, ...by })).output(setupViewSchema),
  back: base.input(z.object(by)).output(setupViewSchema),
  skip: base.input(z.object(by)).output(setupViewSchema),
  /** Keeps what was answered. A live till goes back to practising until somebody goes on. */
  leave: base.input(z.object(by)).output(setupViewSchema),
  /** Goes on where it was left. */
  resume: base.input(z.object(by)).output(setupViewSchema),
  /**
   * What could be this till's terminal: on the cables now, and the account's Devices. Begins a look, or goes on with the one that
   * runs, and answers as soon as something is new.
   */
  terminals: base.output(
    z.object({
      found: z.array(discoveredSchema),
      /** More may be found: ask again at once. */
      isLooking: z.boolean(),
      /** Ports that have answered or were not to be asked, of all there are. */
      looked: z.int(),
      ports: z.int(),
      /** Null: the platform has not said them. */
      devices: z.array(z.object({ serialNumber: z.string(), name: z.string().nullable() })).nullable(),
      /** Why it has not. */
      failure: failureSchema.nullable(),
    }),
  ),
  /** Prints a page on a printer that is not set up yet. Throws PRINTER_… */
  testPrint: base.input(z.object({ printer: text, ...by })),
};

/** What the ids of test payments begin with. Nobody else may use it: what has it counts in no figure of the day. */
const TEST_PREFIX = 'setup-test-';

/** The id of a new test payment. */
export const setupTestId = (unique: string): string => `${TEST_PREFIX}${unique}`;

/** A payment made while the till was set up, and voided: money was never to be taken. */
export const isSetupTest = ({ id }: { id: string }): boolean => id.startsWith(TEST_PREFIX);
