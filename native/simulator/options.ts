import { parseArgs } from 'node:util';
import { familySchema, TillError, type Family } from '../../electron/contract/index.ts';
import { injectKsn } from '../families/shared/simulator/card/key-injection.ts';
import { autopilotPlans, type AutopilotName } from './autopilot.ts';
import type { CommonTerminalOptions } from '../families/shared/simulator/simulator-family.ts';
import { simulators } from '../families/simulators.ts';
import type { AnySimulatorOptions } from './start.ts';

const known = familySchema.options;
const perFamily = (line: (simulator: (typeof simulators)[Family]) => string): string =>
  known.map((family) => `${family}: ${line(simulators[family])}`).join(`\n${' '.repeat(26)}`);

export const usage = `Usage: tillbridge simulator --family ${known.join('|')} (--serial PATH | --tcp PORT) [options]

  --family ${known.join('|').padEnd(15)}the terminal family to be
  --serial PATH           speak on this serial device
  --tcp PORT              listen on this loopback port; 0 is any free one
  --serial-number SN      ${perFamily(({ serialNumber }) => `${serialNumber.format} (default ${serialNumber.byDefault})`)}
  --model NAME            ${perFamily(({ models }) => models.join(', '))}
  --firmware TEXT         its firmware as the terminal says it (default: its model's)
  --card ${Object.keys(autopilotPlans).join('|')}
                          a customer that acts by itself; without it, use the control port
  --control PORT          listen for gestures on this loopback port; 0 is any free one
  --json                  print one JSON line when ready
  --help`;

export interface SimulatorFlags {
  options: AnySimulatorOptions;
  json: boolean;
}

/** Reads the flags; returns `help` for --help. @throws CFG_INVALID with the flag and the fault. */
export function readFlags(args: readonly string[]): SimulatorFlags | 'help' {
  const flags = parse(args);
  if (flags.help) return 'help';
  const family = known.find((one) => one === flags.family);
  if (family === undefined) {
    const what = flags.family === undefined ? '--family is missing' : `--family ${flags.family} is not known`;
    throw invalid(what, known.join(', '));
  }
  if ((flags.serial === undefined) === (flags.tcp === undefined)) {
    throw invalid('exactly one of --serial and --tcp is needed');
  }
  if (flags.serial === '') throw invalid('--serial needs a path');
  const common = {
    carrier: flags.serial === undefined ? { tcp: port('--tcp', flags.tcp ?? '') } : { serial: flags.serial },
    control: flags.control === undefined ? null : port('--control', flags.control),
    autopilot: flags.card === undefined ? null : autopilotPlans[cardName(flags.card)],
  };
  const { models, serialNumber } = simulators[family];
  const terminal: CommonTerminalOptions = { ksn: injectKsn() };
  const number = flags['serial-number'];
  if (number !== undefined) {
    const read = serialNumber.read(number);
    if (read === undefined) throw invalid(`--serial-number ${number} is not ${serialNumber.format}`);
    terminal.serialNumber = read;
  }
  if (flags.model !== undefined) terminal.model = modelName(models, flags.model);
  if (flags.firmware !== undefined) terminal.firmware = firmwareText(flags.firmware);
  return { json: flags.json, options: { family, ...common, terminal } as AnySimulatorOptions };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        family: { type: 'string' },
        serial: { type: 'string' },
        tcp: { type: 'string' },
        'serial-number': { type: 'string' },
        model: { type: 'string' },
        firmware: { type: 'string' },
        card: { type: 'string' },
        control: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

function port(flag: string, text: string): number {
  const value = Number(text);
  if (!/^[0-9]{1,5}$/.test(text) || value > 65_535) throw invalid(`${flag} ${text} is not a port from 0 to 65535`);
  return value;
}

function cardName(text: string): AutopilotName {
  const plans = Object.keys(autopilotPlans) as AutopilotName[];
  const name = plans.find((one) => one === text);
  if (!name) throw invalid(`--card ${text} is not known`, plans.join(', '));
  return name;
}

function firmwareText(text: string): string {
  if (!/^[\x20-\x7e]{1,60}$/.test(text)) throw invalid('--firmware needs 1 to 60 printable characters');
  return text;
}

function modelName(models: readonly string[], text: string): string {
  const model = models.find((name) => name.toLowerCase() === text.toLowerCase());
  if (model === undefined) throw invalid(`--model ${text} is not known`, models.join(', '));
  return model;
}

function invalid(message: string, known?: string): TillError {
  return new TillError('CFG_INVALID', known === undefined ? message : `${message}; known: ${known}`);
}
