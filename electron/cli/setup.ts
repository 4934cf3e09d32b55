/**
 * `tillbridge setup`: the questions of the setup in a terminal, one after the other, using the same procedures as the
 * screen. `<` goes back, `>` leaves an optional question for later, Ctrl+C ends it and keeps the answers.
 */
import type { Command } from 'commander';
import { pause, systemClock, languages, plainAmount } from '../domain/index.ts';
import {
  lacksSpeed,
  TillError,
  toFailure,
  type Operator,
  type SetupAnswer,
  type SetupStep,
  type SetupView,
} from '../contract/index.ts';
import type { Cli } from './cli.ts';
import { withData } from './options.ts';
import { RunningTill } from './running-till.ts';
import { InputEnded, TypedInput } from './typed-input.ts';

const BACK = '<';
const LATER = '>';
const POLL_EVERY_MS = 250;
/** Time to wait for ports before the user is asked. */
const SEARCH_MS = 3_000;
/** Time for the restart. Payment links and payments being checked do not delay it; a busy computer may. */
const RESTARTED_WITHIN_MS = 60_000;

/** Thrown when the user goes back or skips instead of answering. */
class BackOrSkip extends Error {
  readonly way: 'back' | 'skip';

  constructor(way: 'back' | 'skip') {
    super(way);
    this.way = way;
  }
}

export function registerSetup(program: Command, cli: Cli): void {
  withData(program.command('setup'))
    .description('set this till up for real payments, question by question; continues at the last open question')
    .action(async (flags: { data?: string }) => {
      const till = await RunningTill.open(cli, flags.data);
      const typed = new TypedInput(cli.io);
      try {
        await new SetupTalk(cli, till, typed).run();
      } finally {
        typed.close();
        await till.close();
      }
    });
}

class SetupTalk {
  readonly #cli: Cli;
  readonly #till: RunningTill;
  readonly #typed: TypedInput;
  #operator: Operator | undefined;
  #asked: SetupStep | null = null;
  /** Earlier answers to the current step, by question. */
  readonly #typedBefore = new Map<string, string>();

  constructor(cli: Cli, till: RunningTill, typed: TypedInput) {
    this.#cli = cli;
    this.#till = till;
    this.#typed = typed;
  }

  async run(): Promise<void> {
    const first = await this.#state();
    if (first.step === null) return this.#cli.print(first, 'This till is set up. `tillbridge settings` changes it.');
    this.#cli.note(
      `\`${BACK}\` goes back, \`${LATER}\` leaves a question for later, Ctrl+C ends the setup and keeps your answers.`,
    );
    try {
      await this.#asOperator((by) => this.#till.call((client) => client.setup.resume(by)));
      for (let view = await this.#state(); view.step !== null; view = await this.#state()) {
        if (view.isRestarting) await this.#restarted();
        else await this.#turn(view, view.step);
      }
    } catch (error) {
      if (!(error instanceof InputEnded)) throw error;
      await this.#leave();
      this.#cli.note('\nYour answers are kept: `tillbridge setup` continues from there.');
      this.#cli.exitCode = 1;
      return;
    }
    this.#cli.print({ isSetUp: true }, 'This till is open. Every charge is real from now on.');
  }

  #state(): Promise<SetupView> {
    return this.#till.call((client) => client.setup.state());
  }

  async #leave(): Promise<void> {
    try {
      await this.#asOperator((by) => this.#till.call((client) => client.setup.leave(by)), false);
    } catch {
      // The answers are kept in any case.
    }
  }

  async #restarted(): Promise<void> {
    this.#cli.note('The settings are saved. The till restarts for real payments …');
    const end = performance.now() + RESTARTED_WITHIN_MS;
    while ((await this.#state()).isRestarting) {
      if (performance.now() > end)
        throw new TillError(
          'CFG_INVALID',
          'The till does not start with these settings: see `tillbridge settings check`.',
        );
      await pause(systemClock, POLL_EVERY_MS);
    }
  }

  /** Asks one question; a refused answer is explained, and the question is asked again. */
  async #turn(view: SetupView, step: SetupStep): Promise<void> {
    if (this.#asked !== step) {
      this.#cli.note(`\n${titles[step]}`);
      this.#typedBefore.clear();
    }
    this.#asked = step;
    try {
      const answer = await this.#ask(view, step);
      if (answer) await this.#send(answer);
      if (answer?.step === 'person') this.#operator = { name: answer.name.trim(), pin: answer.pin };
    } catch (error) {
      if (error instanceof BackOrSkip) return this.#turned(error.way);
      if (error instanceof InputEnded) throw error;
      const { code, message, context } = toFailure(error);
      this.#cli.note(`${message} [${code}]`);
      this.#typedBefore.delete(String(context?.['field']));
    }
  }

  async #turned(way: 'back' | 'skip'): Promise<void> {
    try {
      await this.#asOperator((by) => this.#till.call((client) => client.setup[way](by)));
    } catch (error) {
      const { code, message } = toFailure(error);
      const why = way === 'skip' ? 'This question cannot be left for later' : 'There is no earlier question';
      this.#cli.note(code === 'SETUP_STEP' ? `${why} here.` : `${message} [${code}]`);
    }
  }

  #send(answer: SetupAnswer): Promise<SetupView> {
    return this.#asOperator((by) => this.#till.call((client) => client.setup.answer({ answer, ...by })));
  }

  /** Runs a task, and asks once for a manager if it needs one. */
  async #asOperator<Done>(task: (by: { operator?: Operator }) => Promise<Done>, mayAsk = true): Promise<Done> {
    try {
      return await task(this.#operator ? { operator: this.#operator } : {});
    } catch (error) {
      const { code, message } = toFailure(error);
      if (!mayAsk || (code !== 'ROLE_REQUIRED' && code !== 'ROLE_PIN_WRONG')) throw error;
      this.#cli.note(message);
      const name = await this.#typed.line('Manager: ');
      this.#operator = { name: name.trim(), pin: (await this.#typed.secret('PIN: ')).trim() };
      return task({ operator: this.#operator });
    }
  }

  /** Returns null if nothing is sent; then the till's state is read again. */
  async #ask({ answers, test }: SetupView, step: SetupStep): Promise<SetupAnswer | null> {
    switch (step) {
      case 'mode': {
        const choice = await this.#choose([
          'Sandbox: the platform’s trial, no money moves',
          'Live: real cards, real money',
        ]);
        return { step, mode: choice === 1 ? 'live' : 'sandbox' };
      }
      case 'account': {
        const url = await this.#field('Platform address', answers.account?.url);
        const username = await this.#field('User name', answers.account?.username);
        const password = this.#word(await this.#typed.secret('Password: '));
        this.#cli.note('Trying the account …');
        return { step, url, username, password };
      }
      case 'merchant': {
        const merchants = answers.account?.merchants ?? [];
        const rows = merchants.map(
          ({ name, isApproved }) =>
            `${name}${isApproved === null ? '  (approval not known)' : isApproved ? '' : '  (cannot take payments yet)'}`,
        );
        if (rows.length === 0) return { step, merchant: await this.#field('Merchant id (the platform lists none)') };
        const choice = await this.#choose(rows, true);
        return { step, merchant: typeof choice === 'number' ? (merchants[choice]?.id ?? '') : choice };
      }
      case 'shop':
        return this.#askShop(answers.shop);
      case 'terminal':
        return this.#askTerminal();
      case 'person': {
        const name = await this.#field('Name of the owner');
        const pin = this.#word(await this.#typed.secret('PIN, six digits: ')).trim();
        const again = this.#word(await this.#typed.secret('PIN again: ')).trim();
        if (pin === again) return { step, name, pin };
        this.#cli.note('PIN: the two PINs differ. Type both again.');
        return null;
      }
      case 'receipts':
        return this.#askPrinter();
      case 'test':
        return this.#askTest(test);
      case 'open':
        await this.#line('Every charge is real from now on. Enter opens the till', '');
        return { step };
    }
  }

  async #askShop(known: SetupView['answers']['shop']): Promise<SetupAnswer> {
    const { till } = (await this.#till.call((client) => client.snapshot())).state;
    const shop = await this.#field('Shop', known?.shop ?? till.shop);
    const name = await this.#field('This till', known?.name ?? till.name);
    const currency = await this.#field('Currency', known?.currency ?? till.currency);
    this.#cli.note(
      `Languages: ${languages.map(({ tag, name: own }) => `${own} ${tag}`).join(', ')}; with a country: en-US, de-AT …`,
    );
    const locale = await this.#field('Language', known?.locale ?? till.locale);
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = await this.#field('Time zone', known?.timeZone ?? own);
    return { step: 'shop', shop, name, currency, locale, timeZone: zone === '' ? null : zone };
  }

  async #askTerminal(): Promise<SetupAnswer | null> {
    this.#cli.note('Searching every cable …');
    const { terminals, devices, isSearching } = await this.#findTerminals();
    const onCables = terminals.map(({ address, model, serialNumber }) => ({
      address,
      words: `${model ?? ''} ${serialNumber ?? ''}  ${address}`,
    }));
    const cableless = devices.map(({ serialNumber, name }) => ({
      address: `device:${serialNumber}`,
      words: `${name ?? ''} ${serialNumber}  without a cable`,
    }));
    const all = [...onCables, ...cableless];
    if (onCables.length === 0)
      this.#cli.note(
        isSearching
          ? 'No terminal yet, and some ports have not answered. Press Enter to continue the search.'
          : 'No terminal on the cables. Plug one in and press Enter to search again.',
      );
    const choice = await this.#choose(
      all.map(({ words }) => words),
      true,
      'Number, or HOST:PORT as the terminal shows it',
    );
    if (choice === '') return null;
    const address = typeof choice === 'number' ? (all[choice]?.address ?? '') : choice;
    this.#cli.note('Asking the terminal to identify itself …');
    return { step: 'terminal', address };
  }

  /** Waits until a terminal is found, but not for silent ports. */
  async #findTerminals() {
    const endMs = performance.now() + SEARCH_MS;
    for (;;) {
      const { found, isSearching, ...seen } = await this.#till.call((client) => client.setup.terminals());
      const terminals = found.filter(({ verdict }) => verdict === 'terminal');
      const devices = seen.devices ?? [];
      if (!isSearching || terminals.length > 0 || performance.now() > endMs) return { terminals, devices, isSearching };
    }
  }

  async #askPrinter(): Promise<SetupAnswer> {
    const found = (await this.#till.call((client) => client.printer.list())).filter(
      ({ state }) => state !== 'unusable',
    );
    for (const [index, { name, address }] of found.entries()) {
      this.#cli.note(`  ${index + 1}  ${name}${name === address ? '' : ` (${address})`}`);
    }
    const ways = 'tcp://HOST:9100, serial:PATH@BAUD, path:DEVICE, system:NAME, or none';
    const answer = await this.#line(`Receipt printer (${found.length > 0 ? 'its number, ' : ''}${ways})`, 'none');
    const typed = await this.#printerAt(found[Number(answer.trim()) - 1]?.address ?? answer);
    const printer = /^(?:none|no|-)?$/i.test(typed.trim()) ? null : typed;
    if (printer !== null) {
      await this.#asOperator((by) => this.#till.call((client) => client.setup.testPrint({ printer, ...by })));
      const isThere = await this.#line('A test page was sent. Was it printed? (yes/no)', 'yes');
      if (/^n/i.test(isThere)) return this.#askPrinter();
    }
    return { step: 'receipts', printer };
  }

  /** Detects the speed of a serial printer that was chosen from the list. */
  async #printerAt(address: string): Promise<string> {
    if (!lacksSpeed(address)) return address;
    return (await this.#asOperator((by) => this.#till.call((client) => client.printer.probe({ address, ...by }))))
      .address;
  }

  /** Begins the test payment, and follows it to its outcome. */
  async #askTest(known: SetupView['test']): Promise<SetupAnswer | null> {
    if (known?.state === 'voided') {
      this.#cli.note(
        `Voided: the platform was asked again at ${known.provenAt}. ${plainAmount(0, known.currency)} ${known.currency} taken.`,
      );
      return { step: 'test' };
    }
    if (known?.state !== 'planned' && known?.state !== 'held') {
      if (known) this.#cli.note(`The test payment was not made (${known.outcome}). Nothing was charged.`);
      await this.#line('Press Enter: the terminal asks for a card, holds the smallest amount and gives it back', '');
      await this.#send({ step: 'test' });
    }
    for (let printed = ''; ; await pause(systemClock, POLL_EVERY_MS)) {
      const { test, failure } = await this.#state();
      if (test?.state !== 'planned' && test?.state !== 'held') return null;
      const words = failure ? `${failure.message} [${failure.code}]` : testWords[test.state];
      if (words !== printed) this.#cli.note(words);
      printed = words;
    }
  }

  /** Asks for a row of the list, and returns its index from 0, or the typed text if `mayType`. */
  async #choose(rows: readonly string[], mayType?: false): Promise<number>;
  async #choose(rows: readonly string[], mayType: true, question?: string): Promise<number | string>;
  async #choose(rows: readonly string[], mayType = false, question = 'Number'): Promise<number | string> {
    rows.forEach((row, index) => this.#cli.note(`  ${index + 1}  ${row}`));
    for (;;) {
      const typed = (await this.#line(question)).trim();
      const place = /^[0-9]{1,4}$/.test(typed) ? Number(typed) : 0;
      if (place >= 1 && place <= rows.length) return place - 1;
      if (mayType) return typed;
      this.#cli.note(`Type a number from 1 to ${rows.length}.`);
    }
  }

  /** One field of a multi-field question; keeps its value if another field is rejected. */
  async #field(question: string, usual?: string): Promise<string> {
    const typed = await this.#line(question, this.#typedBefore.get(question) ?? usual);
    this.#typedBefore.set(question, typed);
    return typed;
  }

  async #line(question: string, usual?: string): Promise<string> {
    const typed = this.#word(await this.#typed.line(`${question}${usual ? ` [${usual}]` : ''}: `));
    return typed === '' ? (usual ?? '') : typed;
  }

  /** @throws Turned */
  #word(typed: string): string {
    if (typed.trim() === BACK) throw new BackOrSkip('back');
    if (typed.trim() === LATER) throw new BackOrSkip('skip');
    return typed;
  }
}

const testWords = {
  planned: 'Present a card at the terminal …',
  held: 'Approved. The till gives the amount back and asks the platform again …',
} as const;

const titles: Readonly<Record<SetupStep, string>> = {
  mode: '1 of 9  Real money, or a trial?',
  account: '2 of 9  Platform account',
  merchant: '3 of 9  Which shop is this?',
  shop: '4 of 9  Shop and till',
  terminal: '5 of 9  Terminal',
  person: '6 of 9  Owner of this shop. Until there is one, every person at the till can give money back.',
  receipts: '7 of 9  How do customers get receipts?',
  test: '8 of 9  Test payment. The till gives it back at once, and no total of the day includes it.',
  open: '9 of 9  Ready to open',
};
