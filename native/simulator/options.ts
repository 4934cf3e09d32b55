/** The simulator's command line. */
import { parseArgs } from 'node:util';
import { TillError } from '../../electron/contract/index.ts';
import { injectKsn } from './card/key-injection.ts';
import { autopilotPlans, type AutopilotName } from './autopilot.ts';
import { mmsModels, type MmsModelName } from './mms/models.ts';
import type { SimulatorOptions } from './start.ts';

export const usage = `Usage: node native/simulator/main.ts --family mms (--serial PATH | --tcp PORT) [options]

  --family mms            the terminal family to be
  --serial PATH           speak on this serial device
  --tcp PORT              listen on this loopback port; 0 is any free one
  --serial-number SN      seven hexadecimal digits (default B61378A)
  --model NAME            ${mmsModels.map(({ name }) => name).join(', ')}
  --card approve|decline|cancel
                          a customer that acts by itself; without it, use the control port
  --control PORT          listen for gestures on this loopback port; 0 is any free one
  --json                  print one JSON line when ready
  --help`;

export interface SimulatorFlags {
  options: SimulatorOptions;
  json: boolean;
}

/** Reads the flags; `help` when that was asked. Throws a TillError (CFG_INVALID) that names the flag and the fault. */
export function readFlags(args: readonly string[]): SimulatorFlags | 'help' {
  const flags = parse(args);
  if (flags.help) return 'help';
  if (flags.family !== 'mms') {
    throw invalid(flags.family === undefined ? '--family is missing' : `--family ${flags.family} is not known`, 'mms');
  }
  if ((flags.serial === undefined) === (flags.tcp === undefined)) {
    throw invalid('exactly one of --serial and --tcp is needed');
  }
  if (flags.serial === '') throw invalid('--serial needs a path');
  const serialNumber = flags['serial-number'];
  if (serialNumber !== undefined && !/^[0-9A-Fa-f]{7}$/.test(serialNumber)) {
    throw invalid(`--serial-number ${serialNumber} is not seven hexadecimal digits`);
  }
  return {
    json: flags.json,
    options: {
      family: 'mms',
      carrier: flags.serial === undefined ? { tcp: port('--tcp', flags.tcp ?? '') } : { serial: flags.serial },
      control: flags.control === undefined ? null : port('--control', flags.control),
      autopilot: flags.card === undefined ? null : autopilotPlans[cardName(flags.card)],
      terminal: {
        ksn: injectKsn(),
        ...(serialNumber === undefined ? {} : { serialNumber: serialNumber.toUpperCase() }),
        ...(flags.model === undefined ? {} : { model: modelName(flags.model) }),
      },
    },
  };
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
  const known = Object.keys(autopilotPlans) as AutopilotName[];
  const name = known.find((one) => one === text);
  if (!name) throw invalid(`--card ${text} is not known`, known.join(', '));
  return name;
}

function modelName(text: string): MmsModelName {
  const model = mmsModels.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (!model) throw invalid(`--model ${text} is not known`, mmsModels.map(({ name }) => name).join(', '));
  return model.name;
}

function invalid(message: string, known?: string): TillError {
  return new TillError('CFG_INVALID', known === undefined ? message : `${message}; known: ${known}`);
}
