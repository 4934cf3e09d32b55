/** The simulator's command line. */
import { parseArgs } from 'node:util';
import { TillError } from '../../electron/contract/index.ts';
import { injectKsn } from '../families/shared/simulator/card/key-injection.ts';
import { autopilotPlans, type AutopilotName } from './autopilot.ts';
import { mmsModels, type MmsModelName } from '../families/mms/simulator/models.ts';
import { neo2SimulatorModel, neo2SimulatorModels, type Neo2ModelName } from '../families/neo2/simulator/models.ts';
import type { AnySimulatorOptions } from './start.ts';

export const usage = `Usage: node native/simulator/main.ts --family mms|neo2 (--serial PATH | --tcp PORT) [options]

  --family mms|neo2       the terminal family to be
  --serial PATH           speak on this serial device
  --tcp PORT              listen on this loopback port; 0 is any free one
  --serial-number SN      mms: seven hexadecimal digits (default B61378A)
                          neo2: up to 15 characters (default 630Z000001)
  --model NAME            mms: ${mmsModels.map(({ name }) => name).join(', ')}
                          neo2: ${neo2SimulatorModels.map(({ name }) => name).join(', ')}
  --card approve|decline|cancel
                          a customer that acts by itself; without it, use the control port
  --control PORT          listen for gestures on this loopback port; 0 is any free one
  --json                  print one JSON line when ready
  --help`;

export interface SimulatorFlags {
  options: AnySimulatorOptions;
  json: boolean;
}

/** Reads the flags; `help` when that was asked. Throws a TillError (CFG_INVALID) that names the flag and the fault. */
export function readFlags(args: readonly string[]): SimulatorFlags | 'help' {
  const flags = parse(args);
  if (flags.help) return 'help';
  if (flags.family !== 'mms' && flags.family !== 'neo2') {
    const what = flags.family === undefined ? '--family is missing' : `--family ${flags.family} is not known`;
    throw invalid(what, 'mms, neo2');
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
  const serialNumber = flags['serial-number'];
  if (flags.family === 'neo2') {
    if (serialNumber !== undefined && !/^[\x21-\x7e]{1,15}$/.test(serialNumber)) {
      throw invalid(`--serial-number ${serialNumber} is not up to 15 printable characters`);
    }
    const terminal = {
      ksn: injectKsn(),
      ...(serialNumber === undefined ? {} : { serialNumber }),
      ...(flags.model === undefined ? {} : { model: neo2ModelName(flags.model) }),
    };
    return { json: flags.json, options: { family: 'neo2', ...common, terminal } };
  }
  if (serialNumber !== undefined && !/^[0-9A-Fa-f]{7}$/.test(serialNumber)) {
    throw invalid(`--serial-number ${serialNumber} is not seven hexadecimal digits`);
  }
  const terminal = {
    ksn: injectKsn(),
    ...(serialNumber === undefined ? {} : { serialNumber: serialNumber.toUpperCase() }),
    ...(flags.model === undefined ? {} : { model: modelName(flags.model) }),
  };
  return { json: flags.json, options: { family: 'mms', ...common, terminal } };
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

function neo2ModelName(text: string): Neo2ModelName {
  const model = neo2SimulatorModel(text);
  if (!model) throw invalid(`--model ${text} is not known`, neo2SimulatorModels.map(({ name }) => name).join(', '));
  return model.name as Neo2ModelName;
}

function invalid(message: string, known?: string): TillError {
  return new TillError('CFG_INVALID', known === undefined ? message : `${message}; known: ${known}`);
}
