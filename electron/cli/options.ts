/**
 * Parsers for the values of options and arguments. An invalid value ends the command before it does anything: exit code
 * 2, with a sentence that commander begins with the name of the option.
 */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { parseAmount } from '../domain/index.ts';
import { familySchema, terminalAddressSchema, type Family } from '../contract/index.ts';
import { UsageError } from './cli.ts';
import { moneyOf } from './payment-words.ts';

/** Largest amount that the contract carries, in minor units. */
const MAX_AMOUNT_MINOR = 999_999_999_999;

export function whole(min: number, max: number, hint = `Give ${min} to ${max}.`) {
  return (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(hint);
    return value;
  };
}

/** Seconds to wait, up to a day; fractions are allowed. */
export function waitSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0 || value > 86_400)
    throw new InvalidArgumentError('Give seconds.');
  return value;
}

/** Text within the contract's limits. */
export function words(min: number, max: number) {
  return (text: string): string => {
    if (text.trim().length < min || text.length > max)
      throw new InvalidArgumentError(`Give ${min} to ${max} characters.`);
    return text;
  };
}

/** Id of a payment, a Device or a record of the platform. */
export const id = words(1, 64);
export const operatorName = words(1, 60);
export const PIN_OPERATOR = 'name of the person who asks; the PIN comes from TILLBRIDGE_PIN or a prompt';
export const LARGE_TIP = 'confirm a tip above the largest one that needs no confirmation';
export const orderReference = words(0, 100);
export const reason = words(3, 300);

export function reversalId(text: string): string {
  if (!/^[A-Za-z0-9_-]{4,40}$/.test(text))
    throw new InvalidArgumentError('Give 4 to 40 letters, digits, hyphens or underscores.');
  return text;
}

/** An amount, validated as far as possible before its currency is known. */
export function amount(text: string): string {
  const bare = text.replace(/[a-z]{3}/i, '');
  // Currencies with two, no and three decimals.
  const isReadable = ['USD', 'JPY', 'KWD'].some((currency) => {
    const parsed = parseAmount(bare, currency, MAX_AMOUNT_MINOR);
    return parsed.ok || parsed.code === 'AMOUNT_ZERO';
  });
  if (!isReadable) throw new InvalidArgumentError('Give an amount that is not negative, like 12.34.');
  return text;
}

/**
 * Parses `text` to minor units.
 * @throws UsageError PAY_AMOUNT with the option
 */
export function minor(text: string, currency: string, option: string): number {
  const parsed = parseAmount(text, currency, MAX_AMOUNT_MINOR);
  if (parsed.ok) return parsed.amountMinor;
  if (parsed.code === 'AMOUNT_ZERO') return 0;
  throw new UsageError(
    'PAY_AMOUNT',
    `${option}: "${text}" is not an amount of ${currency}; write it like ${moneyOf(1234, currency)}.`,
    { context: { reason: parsed.code } },
  );
}

/** Address of a terminal on a cable of this computer. */
export function cableAddress(text: string): string {
  if (!terminalAddressSchema.safeParse(text).success)
    throw new InvalidArgumentError('Name the terminal as serial:PATH, tcp:HOST:PORT or hid:SERIALNUMBER.');
  return text;
}

/** The same for an option that may be repeated. */
export const cableAddresses = (text: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  cableAddress(text),
];

export function platformUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('The platform address is not an http(s) address.');
  return text;
}

/** A folder that exists or can be created. */
function folder(text: string): string {
  const isOther = statSync(text, { throwIfNoEntry: false })?.isDirectory() === false;
  if (text === '' || isOther) throw new InvalidArgumentError('Name a folder.');
  return text;
}

/** A file that can be written: its folder exists. */
export function file(text: string): string {
  const isFolder = statSync(text, { throwIfNoEntry: false })?.isDirectory();
  if (isFolder || !statSync(dirname(resolve(text)), { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError('This file cannot be written: name a file in an existing folder.');
  return text;
}

export const familyOption = (what: string, choices: readonly Family[] = familySchema.options): Option =>
  new Option('--family <family>', what).choices(choices);

/** Adds the argument `<name>`, the id of a payment, Device or record. */
export const withId = (command: Command, name: string): Command =>
  command.addArgument(new Argument(`<${name}>`).argParser(id));

export const withJson = (command: Command): Command => command.option('--json', 'print JSON and nothing else');

export const withData = (command: Command, what = 'data folder'): Command =>
  command.option('--data <dir>', what, folder);

export const withPlatform = (
  command: Command,
  what = 'base address of the platform; default: the address of the data folder',
): Command => command.option('--platform <url>', what, platformUrl);
