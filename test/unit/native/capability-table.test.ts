/**
 * Compares the table "What each family and model can do" of native/README.md with the drivers: with their lists of
 * models, and with a connected terminal of each simulated model.
 */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceAction, EntryMode, Family } from '../../../electron/contract/index.ts';
import { families, familyNamed } from '../../../native/families/index.ts';
import { mmsModels, modelNamed as mmsModel } from '../../../native/families/mms/models/index.ts';
import { modelNamed as neo2Model, neo2Models } from '../../../native/families/neo2/models/index.ts';
import { capabilitiesOf, type Model } from '../../../native/families/shared/models.ts';
import type { TerminalCapabilities } from '../../../native/families/shared/terminal.ts';
import { magnesafeModels, modelOf } from '../../../native/families/magnesafe/models/index.ts';
import { connectTerminal } from '../../../native/index.ts';
import { startSimulator, type AnySimulatorOptions } from '../../../native/simulator/index.ts';

const UNKNOWN = 'an unlisted model';
const columns = ['Family, model', 'Links', 'Readers', 'Display', 'PIN pad', 'Idle message', 'By cable'];

interface Row {
  family: string;
  models: string[];
  links: string[];
  readers: string;
  display: string;
  pinPad: string;
  idleMessage: string;
  byCable: string;
}

function readTable(): Row[] {
  const readme = readFileSync(new URL('../../../native/README.md', import.meta.url), 'utf8');
  const section = readme.split('## What each family and model can do')[1]?.split('\n## ')[0] ?? '';
  const cells = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.slice(1, -1).split('|'))
    .map((line) => line.map((cell) => cell.trim()));
  expect(cells[0]).toEqual(columns);
  const rows = cells.slice(2).filter((line) => line.length === columns.length);
  return rows.map(([who = '', links = '', readers = '', display = '', pinPad = '', idleMessage = '', byCable = '']) => {
    const [family = '', ...models] = who.split(', ');
    return { family, models, links: links.split(', '), readers, display, pinPad, idleMessage, byCable };
  });
}

const readerWords: Readonly<Record<EntryMode, string>> = {
  chip: 'chip',
  contactless: 'tap',
  swipe: 'swipe',
  manual: 'keyed',
  unknown: 'unknown',
};
const actionWords: Readonly<Partial<Record<DeviceAction, string>>> = {
  CANCEL: 'cancel',
  REBOOT: 'restart',
  CREATE_IDLE_MESSAGE: 'idle message',
};

/** A driver's capabilities in the table's terms. */
function inWords(can: TerminalCapabilities) {
  return {
    readers: can.readers.map((reader) => readerWords[reader]).join(', '),
    display: can.hasDisplay ? 'yes' : 'no',
    pinPad: can.hasPinPad ? 'yes' : 'no',
    idleMessage: { free: 'free text', fixed: 'fixed text', none: 'none' }[can.idleMessage],
    byCable: can.cableActions.map((action) => actionWords[action] ?? action).join(', '),
  };
}

/** A row in the same terms: brackets explain, and only assumed abilities are offered. */
function promised({ readers, display, pinPad, idleMessage, byCable }: Row) {
  return {
    readers,
    display: display === 'not assumed' ? 'no' : display,
    pinPad,
    idleMessage: idleMessage.replace(/ \(.*\)$/, ''),
    byCable,
  };
}

const drivers: Readonly<Record<Family, { models: readonly Model[]; named: (model: string) => Model }>> = {
  mms: { models: mmsModels, named: mmsModel },
  neo2: { models: neo2Models, named: neo2Model },
  magnesafe: {
    models: magnesafeModels,
    named: (model) => modelOf(magnesafeModels.find(({ name }) => name === model)?.productId),
  },
};

const table = readTable();
const rowOf = (family: Family, model: string): Row => {
  const found = table.filter((row) => row.family === family && row.models.includes(model));
  expect(found, `${family} ${model}`).toHaveLength(1);
  return found[0] as Row;
};
const offered = table.flatMap(({ family, models }) => models.map((model) => [family as Family, model] as const));

describe('the table', () => {
  it('lists exactly the families with a driver, and each of their models once', () => {
    const known = families.flatMap(({ family }) =>
      [...drivers[family].models.map(({ name }) => name), UNKNOWN].map((model) => `${family} ${model}`),
    );
    expect(offered.map((one) => one.join(' ')).sort()).toEqual(known.sort());
  });

  it.each(offered)('says for %s, %s the same as the driver', (family, model) => {
    const can = capabilitiesOf(drivers[family].named(model === UNKNOWN ? 'Model 0 of nobody' : model));
    expect(promised(rowOf(family, model))).toEqual(inWords(can));
    // Payments require a reader.
    expect(can.readers.length > 0).toBe(familyNamed(family).takesPayments);
  });

  it.each(offered)('says for %s, %s on which links it works', (family, model) => {
    const { links } = rowOf(family, model);
    // A family with feature reports has a single model with a serial line, and queries only known USB devices.
    if (familyNamed(family).reports === 'feature') {
      const onUsb = model === UNKNOWN ? [] : ['USB HID'];
      const onSerial = model === UNKNOWN || model === modelOf(undefined).name ? ['serial', 'TCP'] : [];
      return expect(links).toEqual([...onUsb, ...onSerial]);
    }
    expect(links.map((link) => link.replace(' (by address)', ''))).toEqual(['USB HID', 'serial', 'TCP']);
    const known = familyNamed(family).usb.models;
    const isFound = known === 'all' || known.includes(model);
    expect(links.includes('USB HID')).toBe(isFound);
  });
});

describe('a terminal of each simulated model', () => {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  const carrier = { tcp: 0 };
  // In a family identified by its USB ids, only one model has this line.
  const simulated = families.flatMap(({ family, reports }) =>
    drivers[family].models
      .filter(
        ({ name, simulatedFirmware }) =>
          simulatedFirmware && (reports !== 'feature' || name === modelOf(undefined).name),
      )
      .map((model): [string, AnySimulatorOptions, Model] => [
        model.name,
        { family, carrier, terminal: { model: model.name } },
        model,
      ]),
  );

  it.each(simulated)('has the capabilities of the table: %s', { timeout: 180_000 }, async (model, options, facts) => {
    const simulator = await startSimulator(options);
    stops.push(() => simulator.close());
    const terminal = await connectTerminal(simulator.address, { first: options.family });
    stops.push(() => terminal.close());
    expect(terminal.identity).toMatchObject({ family: options.family, model });
    expect(promised(rowOf(options.family, model))).toEqual(inWords(terminal.capabilities));
    expect(terminal.identity.firmware).toBe(facts.simulatedFirmware);
  });
});
