/**
 * Runs the setup machine: validates and stores answers, writes settings, and makes a single test payment. Every step is
 * on disk (store.ts) before its effects start, so that a killed host continues where it stopped.
 */
import {
  serialKeyOf,
  SETUP_TEST_MINOR,
  setupTestId,
  terminalAddressSchema,
  TillError,
  toFailure,
  type Discovered,
  type Failure,
  type SetupAnswer,
  type SetupState,
  type SetupView,
} from '../../contract/index.ts';
import { devicePairingSchema, readPorts, type HostConfig, type SettingsFile } from '../../config/index.ts';
import { isId } from '../platform/index.ts';
import { hashPinOnWorker, pinFault } from '../roles/index.ts';
import { devicesOf, tryAccount, type AccountTyped, type TrialOptions, type TriedAccount } from './account-trial.ts';
import { CableSearch, type ListedDevice, type SearchResults, type SearchCallbacks } from './cable-search.ts';
import { setupRefused } from './faults.ts';
import {
  canGoBack,
  canSkip,
  freshSetup,
  isLiveStep,
  isTestOpen,
  nextSetup,
  type Answered,
  type SetupEvent,
} from './machine.ts';
import { checkedShop, isTillOf, writeAccount, writePerson, writeTill, type PasswordKeeper } from './settings-writer.ts';
import type { SetupStore } from './store.ts';
import { checkPrinter } from './printer.ts';
import { TestPayment, type TestPaymentOptions } from './test-payment.ts';

export interface SetupOptions extends Omit<TestPaymentOptions, 'config' | 'state' | 'take' | 'setFailure'> {
  /** Current settings. */
  readonly config: () => HostConfig;
  readonly store: SetupStore;
  readonly settings: SettingsFile;
  readonly passwords: PasswordKeeper;
  readonly trial: Omit<TrialOptions, 'network' | 'versionHeader'>;
  /** Settles when every payment of earlier host runs is resumed. */
  readonly recovered: Promise<unknown>;
  /**
   * Prints a test page.
   * @throws PRINTER_…
   */
  readonly printPage: (printer: string, shop: string) => Promise<unknown>;
  readonly terminals: {
    discover(watched: SearchCallbacks): Promise<Discovered[]>;
    probe(address: string): Promise<Discovered | null>;
  };
  /** Resolves with whether the terminal became ready in time. */
  readonly untilReady: (terminal: string) => Promise<boolean>;
  readonly unique: () => string;
  readonly publish: (setup: SetupView) => void;
  /** Applies changed settings. True if this needs a restart of the host, as soon as no payment runs. */
  readonly reload: () => boolean;
  readonly log: (level: 'info' | 'warn', message: string, context?: Record<string, unknown>) => void;
}

/** Setup of one till. The state is written to disk first, then takes effect. */
export class Setup {
  readonly #options: SetupOptions;
  #state: SetupState | null;
  #failure: Failure | null = null;
  /** Password typed in this host run, for trying the account before it is in use. */
  #password: string | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  readonly #test: TestPayment;
  readonly #cableSearch: CableSearch;

  /** @throws CFG_INVALID when setup.json is unreadable */
  constructor(options: SetupOptions) {
    this.#options = options;
    this.#state = options.store.read();
    this.#cableSearch = new CableSearch(
      (watched) => options.terminals.discover(watched),
      () => this.#devices(),
      options.clock,
    );
    this.#test = new TestPayment({
      ...options,
      config: options.config(),
      state: () => this.#state,
      take: (event) => this.#mustTake(event),
      setFailure: (failure) => this.#setFailure(failure),
    });
  }

  /** Continues where an earlier host run stopped. Call once, after payments are recovered. */
  start(): void {
    if (!this.#state) return;
    if (this.#state.isWriting) this.#resumeWriting(this.#state);
    this.#publish();
    // Wait for the recovery, because the test may be in the recovery log only.
    if (isTestOpen(this.#state)) void this.#options.recovered.then(() => this.#test.resume());
  }

  close(): void {
    this.#isClosed = true;
    this.#test.close();
  }

  /** True if payments other than the test are refused: the till is live, and its setup is unfinished. */
  get refusesPayments(): boolean {
    return this.#options.config().mode === 'live' && this.#state !== null && this.#state.step !== 'done';
  }

  /** @throws SETUP_OPEN while this till refuses payments */
  checkOpen(): void {
    if (!this.refusesPayments) return;
    const words =
      'The setup of this till is not finished, so it takes no payments yet. Nothing was charged. Finish the setup';
    throw new TillError('SETUP_OPEN', `${words}.`, { context: { step: this.#state?.step ?? null } });
  }

  view(): SetupView {
    const state = this.#current();
    const { answers, skipped, test, isLeft, isWriting } = state ?? { ...freshSetup, answers: {} };
    return {
      step: state === null || state.step === 'done' ? null : state.step,
      isBegun: this.#state !== null,
      isLeft,
      answers,
      skipped: [...skipped],
      test,
      canBack: state !== null && canGoBack(state),
      canSkip: state !== null && canSkip(state),
      isRestarting: isWriting,
      refusesPayments: this.refusesPayments,
      failure: this.#failure,
    };
  }

  /** @throws SETUP_ANSWER, SETUP_STEP, JRNL_UNWRITABLE or CFG_INVALID */
  answer(answer: SetupAnswer): Promise<SetupView> {
    return this.#inTurn(async () => {
      this.#checkAsked(answer);
      await this.#take(answer);
    });
  }

  /** @throws SETUP_ANSWER or SETUP_STEP */
  async tryAccount(typed: Omit<AccountTyped, 'mode'>): Promise<{ merchants: number }> {
    this.#checkAsked({ step: 'account' });
    const { merchants } = await this.#triedAccount(typed);
    return { merchants: merchants.length };
  }

  back(): Promise<SetupView> {
    return this.#inTurn(() => this.#mustTake({ type: 'back' }));
  }

  skip(): Promise<SetupView> {
    return this.#inTurn(() => {
      const isTerminal = this.#state?.step === 'terminal';
      this.#mustTake({ type: 'skipped' });
      if (isTerminal) this.#writeTill();
    });
  }

  /** Pauses the setup and keeps its answers. A live till returns to training, unless its test payment is still open. */
  leave(): Promise<SetupView> {
    return this.#inTurn(() => {
      if (!this.#state) return;
      this.#mustTake({ type: 'left' });
      if (!this.refusesPayments || this.#state.isWriting || isTestOpen(this.#state)) return;
      if (this.#options.settings.setAll({ mode: 'training' })) this.#options.reload();
    });
  }

  /** Continues a paused setup; a till that returned to training restarts as a live till. */
  resume(): Promise<SetupView> {
    return this.#inTurn(() => {
      if (!this.#state || this.#state.step === 'done') return;
      // The disk was full; try the write again.
      if (this.#state.isWriting && this.#failure) this.#writeTill();
      else if (this.#isPractising(this.#state)) this.#goLive();
      else if (this.#state.isLeft) this.#mustTake({ type: 'resumed', isPractising: false });
    });
  }

  /** True if the next step needs a till that runs with the answers, but this till is in training. */
  #isPractising({ step, isWriting }: SetupState): boolean {
    return this.#options.config().mode === 'training' && isLiveStep(step) && !isWriting;
  }

  #goLive(): void {
    if (this.#options.settings.get('mode') === 'live')
      throw wrongStep(this.#state?.step ?? 'done', 'This till was started to practise: start it without --training.');
    this.#mustTake({ type: 'resumed', isPractising: true });
    this.#writeTill();
  }

  /** Terminal candidates found so far. */
  candidates(): Promise<SearchResults> {
    return this.#cableSearch.next();
  }

  /** @throws SETUP_ANSWER or PRINTER_… */
  async testPrint(printer: string): Promise<void> {
    const { shop, terminal } = this.#state?.answers ?? {};
    await this.#options.printPage(
      checkPrinter(printer, terminal?.address),
      shop?.shop ?? this.#options.config().till.shop,
    );
  }

  /** Current state; a fresh state for a training till without a setup, or null if there is nothing to set up. */
  #current(): SetupState | null {
    const isPractising = this.#options.config().mode === 'training';
    if (this.#state === null) return isPractising ? freshSetup : null;
    return this.#state;
  }

  /** Serializes answers from all windows. */
  async #inTurn(task: () => Promise<void> | void): Promise<SetupView> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => undefined);
    await done;
    return this.view();
  }

  #checkAsked({ step }: Pick<SetupAnswer, 'step'>): void {
    const state = this.#current();
    const isAnew = state?.step === 'done' && step === 'mode' && this.#options.config().mode === 'training';
    if (state?.isWriting)
      throw wrongStep(state.step, 'The till is starting once more with its new settings: wait for that.');
    // Live steps must never run on the practice terminal and the training sandbox.
    if (state && this.#isPractising(state)) {
      this.#goLive();
      throw wrongStep(state.step, 'The till was practising. It starts once more, for real payments: wait for that.');
    }
    if (state?.step === step || isAnew) return;
    throw wrongStep(state?.step ?? 'done', `Another step is asked: ${state?.step ?? 'none, this till is set up'}.`);
  }

  async #take(answer: SetupAnswer): Promise<void> {
    switch (answer.step) {
      case 'mode':
        return this.#answered({ step: 'mode', value: answer.mode });
      case 'account':
        return this.#takeAccount(answer);
      case 'merchant':
        return this.#answered({ step: 'merchant', value: this.#merchantOf(answer.merchant) });
      case 'shop':
        return this.#answered({ step: 'shop', value: checkedShop(answer) });
      case 'terminal':
        this.#answered({ step: 'terminal', value: await this.#cableSearch.without(() => this.#tried(answer.address)) });
        return this.#writeTill();
      case 'person':
        return this.#takePerson(answer);
      case 'receipts':
        return this.#takeReceipts(answer.printer);
      case 'test':
        return this.#takeTest(answer.again ?? false);
      case 'open':
        return this.#answered({ step: 'open' });
    }
  }

  async #takeAccount(typed: Extract<SetupAnswer, { step: 'account' }>): Promise<void> {
    const { settings, config, passwords } = this.#options;
    const tried = await this.#triedAccount(typed);
    const { url, username } = tried;
    await passwords.set(typed.password, { url, username });
    writeAccount(settings, { url, username }, config().mode === 'training');
    this.#password = typed.password;
    this.#answered({ step: 'account', value: tried });
  }

  #triedAccount(typed: Omit<AccountTyped, 'mode'>): Promise<TriedAccount> {
    return tryAccount({ ...typed, mode: this.#state?.answers.mode ?? 'sandbox' }, this.#trial());
  }

  #trial(): TrialOptions {
    const { proxy, noProxy, caFile, versionHeader } = platformPart(this.#options.settings);
    return { ...this.#options.trial, network: { proxy, noProxy, caFile }, versionHeader };
  }

  /** Merchant by id or name. */
  #merchantOf(named: string): NonNullable<SetupState['answers']['merchant']> {
    const { merchants = [], isListed = true } = this.#state?.answers.account ?? {};
    const wanted = named.trim();
    const found = merchants.find(({ id }) => id === wanted) ?? merchants.find(({ name }) => name === wanted);
    if (!found && !isListed && isId(wanted)) return { id: wanted, name: wanted, isApproved: null };
    if (!found) throw setupRefused('merchant-unknown');
    if (found.isApproved === false) throw setupRefused('merchant-not-approved', { name: found.name });
    return found;
  }

  /** Validates that a terminal answers at the address, or that the merchant has the Device. */
  async #tried(typed: string): Promise<{ address: string; label: string }> {
    const text = typed.trim();
    const isBare = /^[^\s:]+:[0-9]{1,5}$/.test(text) && !/^(?:tcp|serial|hid|device):/.test(text);
    const address = isBare ? `tcp:${text}` : text;
    if (devicePairingSchema.safeParse(address).success) {
      const serialNumber = address.slice('device:'.length);
      const device = (await this.#devices()).find((one) => serialKeyOf(one.serialNumber) === serialKeyOf(serialNumber));
      if (!device) throw setupRefused('terminal-device', { serialNumber });
      return { address, label: device.name ?? serialNumber };
    }
    const port = Number(/^tcp:.+:([0-9]+)$/.exec(address)?.[1] ?? 1);
    if (!terminalAddressSchema.safeParse(address).success || port < 1 || port > 65_535)
      throw setupRefused('terminal-address', { address: text });
    const { neverAsk, printer } = readPorts(this.#options.config().dataDir);
    if (neverAsk.includes(address) || printer === address) throw setupRefused('terminal-printer', { address });
    const found = await this.#options.terminals.probe(address);
    if (found?.verdict === 'terminal')
      return { address, label: [found.model, found.serialNumber].filter(Boolean).join(' ') || address };
    const why = found?.failure;
    if (why?.code === 'LINK_BUSY' || why?.code === 'LINK_PERMISSION')
      throw setupRefused('terminal-held', { address, why: why.code });
    if (found?.verdict === 'stranger' && why?.code !== 'TERM_SILENT')
      throw setupRefused('terminal-stranger', { address });
    throw setupRefused('terminal-none', { address, why: why?.code ?? 'TERM_SILENT' });
  }

  async #devices(): Promise<ListedDevice[]> {
    const { account, merchant } = this.#state?.answers ?? {};
    if (!account || !merchant) return [];
    const password = this.#password ?? (await this.#options.passwords.of(account));
    if (password === null) return [];
    return devicesOf({ ...account, password, merchant: merchant.id }, this.#trial());
  }

  async #takePerson({ name: typed, pin }: Extract<SetupAnswer, { step: 'person' }>): Promise<void> {
    const name = typed.trim();
    if (name === '' || name.length > 60)
      throw setupRefused('person-name', {
        why: name === '' ? 'empty' : 'long',
        problem: name === '' ? 'nothing was typed' : 'it is too long',
      });
    const fault = pinFault(pin);
    if (fault !== null) throw setupRefused(fault);
    writePerson(this.#options.settings, { name, roles: ['manager', 'technician'], pin: await hashPinOnWorker(pin) });
    this.#answered({ step: 'person', value: { name } });
    this.#options.reload();
  }

  #takeReceipts(typed: string | null): void {
    const { terminal } = this.#state?.answers ?? {};
    const printer = typed === null || typed.trim() === '' ? null : checkPrinter(typed, terminal?.address);
    const isOther = this.#options.settings.setAll({ 'receipts.printer': printer ?? undefined });
    this.#answered({ step: 'receipts', value: { printer } });
    if (isOther) this.#options.reload();
  }

  /**
   * Writes the answers to the settings; the next host run continues with the next step. A failed write is shown, and
   * `resume` repeats it.
   * @throws CFG_INVALID or JRNL_UNWRITABLE
   */
  #writeTill(): void {
    const { settings, reload } = this.#options;
    if (!this.#state) return;
    let isOther: boolean;
    try {
      isOther = writeTill(settings, this.#state.answers);
    } catch (error) {
      this.#setFailure(toFailure(error));
      throw error;
    }
    this.#setFailure(null);
    const { answers } = this.#state;
    const isInForce = () => isTillOf(this.#options.config(), answers);
    if ((isOther || !isInForce()) && (reload() || !isInForce())) return;
    this.#mustTake({ type: 'written' });
  }

  #resumeWriting({ answers }: SetupState): void {
    const { config, log } = this.#options;
    if (isTillOf(config(), answers)) return this.#mustTake({ type: 'written' });
    // The host crashed before it wrote the file, or before it published the change.
    try {
      this.#writeTill();
    } catch (error) {
      log('warn', 'answers of the setup could not be stored', { failure: toFailure(error) });
    }
  }

  async #takeTest(isAgain: boolean): Promise<void> {
    const test = this.#state?.test;
    if (test?.state === 'voided' && !isAgain) return this.#answered({ step: 'test' });
    if (!this.#state || this.#state.skipped.includes('terminal')) throw setupRefused('test-not-voided');
    if (!isTestOpen(this.#state)) {
      const { currency } = this.#options.config().till;
      const attempt = setupTestId(this.#options.unique());
      this.#mustTake({ type: 'test-planned', attempt, amountMinor: SETUP_TEST_MINOR, currency });
    }
    const address = this.#state.answers.terminal?.address;
    // The host may have just restarted, so wait for the terminal.
    if (address !== undefined) await this.#options.untilReady(address);
    this.#test.begin(this.#state);
  }

  #setFailure(failure: Failure | null): void {
    if (this.#isClosed || JSON.stringify(failure) === JSON.stringify(this.#failure)) return;
    this.#failure = failure;
    this.#publish();
  }

  #answered(answer: Answered): void {
    this.#mustTake({ type: 'answered', ...answer });
  }

  /**
   * Stores the next state on disk, then uses it.
   * @throws SETUP_STEP or JRNL_UNWRITABLE
   */
  #mustTake(event: SetupEvent): void {
    const state = this.#current();
    const next = state && nextSetup(state, event);
    if (!next) throw wrongStep(state?.step ?? 'done', 'That cannot be done at this step now.');
    this.#options.store.write(next);
    this.#state = next;
    this.#failure = null;
    this.#publish();
  }

  #publish(): void {
    if (!this.#isClosed) this.#options.publish(this.view());
  }
}

const wrongStep = (step: string, words: string): TillError => new TillError('SETUP_STEP', words, { context: { step } });

/** Text settings under `platform`, even if other settings are invalid. */
function platformPart(file: SettingsFile): Partial<Record<'proxy' | 'noProxy' | 'caFile' | 'versionHeader', string>> {
  const { platform } = file.read();
  if (typeof platform !== 'object' || platform === null || Array.isArray(platform)) return {};
  return Object.fromEntries(Object.entries(platform).filter(([, value]) => typeof value === 'string'));
}
