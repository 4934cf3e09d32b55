/**
 * Measures the time that Tillbridge adds to a card payment: `node test/bench/payment.ts [SECTION…] [--sales N] [--delay
 * MS] [--row N] [--short] [--keep]`.
 *
 * The host runs as a shell starts it (one bundled file, journal on this computer's disk), with a simulated terminal
 * without computing time, and a platform that answers each request after a fixed delay. The bare script
 * (payment/bare.ts) runs alternately in the same run, on the same terminal and platform. Times are read outside both,
 * where bytes leave and arrive (payment/outside.ts), so neither measures itself.
 *
 * `--short` is the form for CI: few sales, figures as JSON in test/results, and a message for each figure that is worse
 * than in test/bench/payment/kept.json. Slowness alone never fails it. `--keep` replaces that file.
 */
import { parseArgs } from 'node:util';
import { show } from '../../build/scripts/parts/lanes.mjs';
import { ensureBuilt, rendererBuild, withPrograms } from '../../build/scripts/parts/build.mjs';
import { hasSocat } from '../link/cable.ts';
import { missed, rowsOf, tableOf, type Row } from './payment/figures.ts';
import { keptFile, keptFrom, lastFile, machine, readKept, worse, write } from './payment/kept.ts';
import { profile, type Spent } from './payment/profile.ts';
import { besideBare, cancels } from './payment/sales.ts';
import { screen } from './payment/screen.ts';
import { starts } from './payment/starts.ts';
import { atOnce, dayOpen, inARow, journalOf, under, windows } from './payment/work.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sales: { type: 'string' },
    row: { type: 'string', default: '1000' },
    delay: { type: 'string' },
    short: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const isShort = flags.short;
const sales = Number(flags.sales ?? (isShort ? 10 : 60));
const delayMs = Number(flags.delay ?? (isShort ? 5 : 40));
const warmUp = isShort ? 4 : 8;

const rows: Row[] = [];
/** Broken rules, which fail the run regardless of speed. */
const broken: string[] = [];

function tell(title: string, found: readonly Row[], beside?: string): void {
  rows.push(...found);
  console.log(tableOf(title, found, beside));
}

/**
 * The platform closes connections that are idle for five seconds, like Node's servers, and the customer takes a second.
 */
const rested = { keepAliveMs: 5_000, customerMs: 1_000, restMs: 6_000 };

interface Network {
  /** Round trip in milliseconds, which also enables TLS; by default plain HTTP over loopback. */
  roundTripMs?: number;
  rests?: typeof rested;
  scriptHttp?: '1.1' | '2.0';
}

async function beside(
  kind: 'pty' | 'tcp' | 'cloud',
  { roundTripMs, rests, scriptHttp = '1.1' }: Network = {},
): Promise<void> {
  const isCloud = kind === 'cloud';
  const count = rests ? Math.min(sales, 12) : sales;
  const { till, bare, between } = await besideBare(
    {
      kind: isCloud ? 'tcp' : kind,
      route: isCloud ? 'cloud' : 'cable',
      delayMs,
      ...(roundTripMs === undefined ? {} : { roundTripMs }),
      ...rests,
      scriptHttp,
    },
    count,
    warmUp,
  );
  const name = `${kind}${roundTripMs === undefined ? '' : '-tls'}${rests ? '-rested' : ''}${scriptHttp === '2.0' ? '-http2' : ''}`;
  const network =
    roundTripMs === undefined
      ? ''
      : `, TLS over a network of ${roundTripMs} ms round trip (HTTP/1.1, the script by HTTP/${scriptHttp})`;
  const where = `${isCloud ? 'the cloud route' : `mms on ${kind}`}${rests ? ', each after six seconds of rest' : ''}`;
  tell(`${where}${network}: ${count} sales each, the platform answers after ${delayMs} ms`, rowsOf(name, till, bare));
  const way = isCloud
    ? 'between approval and capture'
    : "between the card's data and POST /authorizations, or between approval and capture";
  console.log(`requests ${way}: ${between}`);
  if (between > 0) broken.push(`${name}: ${between} requests stood ${way}`);
}

const sections: Readonly<Record<string, () => Promise<void>>> = {
  async cable() {
    if (hasSocat && !isShort) await beside('pty');
    await beside('tcp');
  },
  cloud: () => beside('cloud'),
  async tls() {
    if (isShort) return;
    await beside('tcp', { roundTripMs: 80 });
    await beside('tcp', { roundTripMs: 80, rests: rested });
    await beside('tcp', { roundTripMs: 80, scriptHttp: '2.0' });
  },
  async cancel() {
    const took = await cancels({ kind: hasSocat && !isShort ? 'pty' : 'tcp', delayMs }, isShort ? 10 : 60);
    tell(`a cancel`, [
      { key: 'cancel', label: 'press to the first byte at the terminal', till: took, goal: { within: 10 } },
    ]);
  },
  async start() {
    const found: Row[] = [];
    for (const payments of isShort ? [0] : [0, 1_000, 100_000]) {
      const label = `with ${payments.toLocaleString('en')} payments`;
      const goal = payments === 0 ? { goal: { within: 300 } } : {};
      found.push({ key: `start/${payments}`, label, till: await starts(payments, isShort ? 3 : 5), ...goal });
    }
    tell("from the start of the host's process until it is ready", found);
  },
};

/** Sections of conditions under load, and of payments in a row. */
const work: Readonly<Record<string, () => Promise<void>>> = {
  async work() {
    if (isShort) return;
    const rest = await under({}, sales, delayMs);
    const conditions = [
      ['journal', '100,000 payments in the journal', journalOf(100_000)],
      ['windows', 'five more windows', windows(5)],
      ['years', 'the same journal, with Day comparing and a search', { ...journalOf(100_000), ...dayOpen }],
      ['day', 'Day open and comparing, a search of the history beside it', dayOpen],
    ] as const;
    for (const [key, title, condition] of conditions) {
      tell(
        `${title}, beside a till at rest`,
        rowsOf(`work-${key}`, await under(condition, sales, delayMs), rest, {}),
        'rest',
      );
    }
  },
  async many() {
    if (isShort) return;
    const one = await under({}, sales, delayMs);
    const all = await atOnce(16, Math.ceil(sales / 4), delayMs);
    tell('16 terminals at once, beside one', rowsOf('work-16', all, one, { times: 2 }), 'one');
  },
  async screen() {
    if (isShort) return;
    await ensureBuilt(rendererBuild, show);
    const { usable, event, unplug } = await screen(sales);
    tell('in Chromium, the production build', [
      { key: 'screen/event', label: "the host's event to the frame that shows it", till: event },
      { key: 'screen/unplug', label: 'unplugged (TCP) to the frame that says so', till: unplug, goal: { within: 300 } },
      { key: 'screen/usable', label: 'nothing running to a keypad that can be used', till: usable },
    ]);
  },
  async profile() {
    if (isShort) return;
    const { places, functions, busyMs, idleMs } = await profile(sales, delayMs);
    const lines = (list: readonly Spent[]): string =>
      list.map(({ what, ms }) => `${ms.toFixed(3).padStart(9)}  ${what}`).join('\n');
    console.log(
      `\nprofile of ${sales} sales: the host is busy for ${busyMs.toFixed(1)} ms of each, and waits ${idleMs.toFixed(1)} ms; milliseconds a sale`,
    );
    console.log(`${lines(places)}\n\n${lines(functions)}`);
  },
  async row() {
    if (isShort) return;
    const payments = Number(flags.row);
    const { held, figures } = await inARow(payments, ({ payments: after, memoryMb, handles, filesMb }) => {
      const count = after.toLocaleString('en').padStart(8);
      console.log(
        `${count} payments: ${memoryMb.toFixed(0)} MB of memory, ${handles} handles, ${filesMb.toFixed(1)} MB of files`,
      );
    });
    tell(`${payments.toLocaleString('en')} payments in a row`, rowsOf('row', figures));
    const grown = (held.at(-1)?.handles ?? 0) - (held[0]?.handles ?? 0);
    if (grown > 8) broken.push(`row: ${grown} handles more at the end than after a tenth`);
  },
};

const all = { ...sections, ...work };
const asked = positionals.length > 0 ? positionals : Object.keys(all);
const unknown = asked.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`no section ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}`);
await withPrograms(show);
console.log(`${machine()}, ${new Date().toISOString()}`);
for (const name of asked) await all[name]?.();

const now = keptFrom(rows);
write(flags.keep ? keptFile : lastFile, now);
const kept = readKept();
const complaints = rows.flatMap((row) => {
  const words = missed(row);
  return words === null ? [] : [`${row.key.split('/')[0]}: ${words}`];
});
console.log(
  complaints.length === 0 ? '\nevery goal met' : `\ngoals not met:\n${complaints.map((one) => `  ${one}`).join('\n')}`,
);
for (const words of kept ? worse(now, kept) : []) console.log(`WORSE  ${words}`);
for (const words of broken) console.log(`BROKEN  ${words}`);
if (isShort) console.log(`${rows.length - broken.length} passed, ${broken.length} failed`);
process.exitCode = broken.length > 0 || (!isShort && complaints.length > 0) ? 1 : 0;
