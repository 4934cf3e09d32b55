/**
 * `npm run test:full`: the suites at full size, which would take too long for `npm test`. Each prints its figures; the
 * very last line is `N passed, N failed`. With names after `--` only those run.
 */
import { ensureBuilt, rendererBuild, withPrograms } from './parts/build.mjs';
import { show } from './parts/lanes.mjs';
import { nodeFlags } from './parts/paths.mjs';
import { asOne } from './parts/results.mjs';
import { fullFiles, inTurn, turn } from './parts/sizes.mjs';
import { ensureTool, findDebootstrap } from './parts/tools.mjs';
import { chromium, counting, lab, node, playwright, runSuites, skipped, together, vitest } from './parts/suites.mjs';

/**
 * With a turn: a seventh of the simulated days; a third of the chunks, setups and other random runs; three quarters of
 * the soak.
 */
const sized = (/** @type {number} */ full) => (turn === null ? full : Math.ceil(full / 3));

/** Mutated chunks per framing; each run has another seed. */
const FUZZ_UNITS = sized(2_000_000);

/**
 * A day takes two to eight seconds of a processor, depending on its fault profile; with a turn only a part of the days
 * run.
 */
const SIMULATED_DAYS = turn === null ? 120 : 16;
const FIRST_DAY = 1 + (turn ?? 0) * SIMULATED_DAYS;

/**
 * Walks every screen of the product in every language, size and theme, and stores pictures in test/results/screens;
 * with a turn, pictures of some.
 */
async function screens() {
  const path = await chromium();
  if (!path) return skipped;
  const env = { CHROMIUM: path };
  const walked = await playwright('screens', ['screens/'], {
    minutes: 15,
    env: { ...env, TILLBRIDGE_SCREENS: 'full' },
  });
  const pictures = await node([...nodeFlags, 'test/e2e/screens/pictures.ts', ...(turn === null ? [] : ['kiosk'])], {
    minutes: 10,
    env,
  });
  return together(walked, asOne('pictures', pictures));
}

/**
 * Runs stories with clock jumps: each must end exactly as on a steady clock, because the screen is independent of the
 * clock. A second window must also have no effect. With a turn, the clock jumps in one direction only.
 */
async function clocks() {
  const path = await chromium();
  if (!path) return skipped;
  await withPrograms(show);
  const stories = ['sale.story', 'partial.story', 'pay-link.story', 'kiosk.story', 'display.story'];
  const runs = [];
  const directions = /** @type {const} */ ([
    [-24, { TILLBRIDGE_SECOND_WINDOW: '1' }],
    [24, {}],
  ]);
  for (const [hours, env] of inTurn(directions, 2, turn)) {
    const name = `clocks${hours}`;
    const step = { TILLBRIDGE_CLOCK_STEP: String(hours * 3600) };
    runs.push(await playwright(name, stories, { minutes: 15, env: { CHROMIUM: path, ...step, ...env } }));
  }
  return together(...runs);
}

/**
 * Ten ways to break a kiosk, and the time until it is back. A failure is never retried. Six kiosks run at a time,
 * because they mostly wait.
 */
async function alive() {
  const path = await chromium();
  if (!path) return skipped;
  await ensureBuilt(rendererBuild, show);
  await withPrograms(show);
  const env = { CHROMIUM: path, TILLBRIDGE_KILLS: '20' };
  return playwright('alive', ['page-alive.story', '--workers', '6'], { minutes: 60, env });
}

/** Kills the setup at every step, and makes every mistake on its screens. */
async function setups() {
  const killed = await vitest('setup', fullFiles('setup'), {
    minutes: 25,
    env: { TILLBRIDGE_RUNS: String(sized(10)) },
  });
  const path = await chromium();
  if (!path) return killed;
  await ensureBuilt(rendererBuild, show);
  const env = { CHROMIUM: path, TILLBRIDGE_EVERY_MISTAKE: '1' };
  return together(killed, await playwright('mistakes', ['setup-mistakes.story'], { minutes: 15, env }));
}

/**
 * The sandbox at full size; without a turn also its tests with simultaneous records in the other order
 * (test/fixtures/ordered-ids.ts).
 */
async function sandbox() {
  const env = { TILLBRIDGE_RUNS: String(sized(60)), TILLBRIDGE_API_REQUESTS: String(sized(50_000)) };
  const random = await vitest('sandbox', fullFiles('sandbox'), { minutes: 30, env });
  if (turn !== null) return random;
  const other = { minutes: 30, env: { TILLBRIDGE_IDS: 'descending' } };
  return together(random, await vitest('descending', ['test/api', 'test/unit/host'], other));
}

/** @param {string} name @param {readonly string[]} folders */
const underSteps = (name, folders) => vitest(name, folders, { minutes: 20, env: { TILLBRIDGE_WALL_STEPS: '1' } });

const runs = { minutes: 30, env: { TILLBRIDGE_RUNS: String(sized(5_000)) } };

// One lane for suites that need processors, others for suites that wait or run at low priority, so that all end at
// about the same time; minutes are limits for hangs. The screens end with amounts typed by hand, which need no
// processor; the suites after them do.
await runSuites({
  screens: {
    title: 'Every screen in every language, size and theme: nothing is cut off, axe finds nothing; a picture of each',
    run: screens,
  },
  recovery: {
    title: 'Recovery: the host as a process, killed at every step of a payment on every route',
    run: () => counting('recovery', ['test/recovery/run.ts'], 25),
  },
  receipts: {
    title: 'A thousand receipts on a serial printer while a terminal comes and goes: none failed, none spoilt',
    run: () =>
      vitest('receipts', fullFiles('receipts'), {
        minutes: 15,
        env: { TILLBRIDGE_RECEIPTS: '1000' },
      }),
    isWaiting: true,
  },
  kiosk: {
    title: 'Five starts of a kiosk, each watched by another user of this computer',
    run: () => vitest('kiosk', fullFiles('kiosk'), { minutes: 15, env: { TILLBRIDGE_ATTACK_STARTS: '5' } }),
    isWaiting: true,
  },
  setup: {
    title:
      'Setups, each with its host killed in the middle of every answer: nothing half set, one test payment, voided',
    run: setups,
    isWaiting: true,
  },
  processes: {
    title:
      'What starts one process after another: passwords at rest, sign-in attacked, doctor, half a command, packages',
    run: () => vitest('processes', fullFiles('processes'), { minutes: 15 }),
    isBeside: true,
  },
  clocks: {
    title: 'Stories with the clock a day back or a day ahead from their middle on, beside a second window',
    run: clocks,
    isWaiting: true,
  },
  alive: {
    title:
      'A kiosk whose page, GPU process, browser, host and shell are killed and stopped in the middle of payments, 20 times each',
    run: alive,
    isOnlyByName: true,
  },
  wall: {
    title: 'Sessions, drivers and payments with the clock on the wall set at every wait: nothing hangs or ends early',
    run: () => underSteps('wall', ['test/link', 'test/unit/native', 'test/unit/host/payments']),
    isBeside: true,
  },
  'wall-all': {
    title: 'Every suite of native and host with the clock on the wall set at every wait',
    run: () => underSteps('wall-all', ['test/link', 'test/unit/native', 'test/unit/host', 'test/cli']),
    isOnlyByName: true,
  },
  payments: {
    title: 'The payment engine, and its machine alone, under 5,000 random orders of events each',
    run: () => vitest('payments', fullFiles('payments'), runs),
    isBeside: true,
    isBackground: true,
  },
  tampering: {
    title: 'The audit log of a stopped till under 5,000 random tamperings: all found',
    run: () =>
      vitest('tampering', fullFiles('tampering'), {
        minutes: 15,
        env: { TILLBRIDGE_TAMPERINGS: String(sized(5_000)) },
      }),
    isBeside: true,
    isBackground: true,
  },
  sandbox: {
    title:
      'The sandbox: 50,000 requests over every operation, random walks, billing across jumps, restarts and crashes',
    run: sandbox,
    isBeside: true,
    isBackground: true,
  },
  bench: {
    title: 'What the till adds to a payment, in short: figures as JSON, and in words what has become worse',
    run: () => counting('bench', ['test/bench/payment.ts', '--short'], 5),
    isWaiting: true,
  },
  soak: {
    title: 'Soak: payments back to back, one request in twenty goes wrong; all accounted for, memory flat',
    run: () =>
      counting('soak', ['--expose-gc', 'test/simulation/soak.ts', '--payments', turn === null ? '2000' : '1500'], 30),
    isBeside: true,
  },
  fuzz: {
    title: `Every framing under ${FUZZ_UNITS.toLocaleString('en')} mutated chunks`,
    run: () => counting('fuzz', ['test/fuzz/run.ts', '--units', String(FUZZ_UNITS)], 30),
    isBeside: true,
    isBackground: true,
  },
  model: {
    title: 'Every state of the payment machine with terminal, platform, network, host and cashier',
    run: () => counting('model', ['test/model/run.ts'], 30),
    isBeside: true,
    isBackground: true,
  },
  simulation: {
    title: 'Simulated shop days: the real engine and client on simulated time, disk, network, terminals and people',
    run: () =>
      counting(
        'simulation',
        ['test/simulation/run.ts', '--days', String(SIMULATED_DAYS), '--seed', String(FIRST_DAY)],
        60,
      ),
    isBeside: true,
    isBackground: true,
  },
  scanners: {
    title:
      'Scanners and hurried hands at every screen of the till: 1,200 codes charge nothing and press no key, 300 typed amounts do, 2,000 inputs ask for no sum unseen',
    run: () =>
      vitest('scanners', fullFiles('scanners'), {
        minutes: 20,
        env: { SCAN_BURSTS: String(sized(1_200)), HURRIED_INPUTS: String(sized(2_000)) },
      }),
    isBeside: true,
    isBackground: true,
  },
  attacks: {
    title: 'Attacks at full size: a million innocent texts past the detector of card numbers',
    run: () => vitest('attacks', fullFiles('attacks'), { minutes: 20, env: { TILLBRIDGE_RUNS: '1000000' } }),
    isBeside: true,
    isBackground: true,
  },
  breaks: {
    title: 'Deliberate breaks of the money rules, each to be found by simulated shop days',
    run: () => counting('breaks', ['test/simulation/run.ts', '--mutations', '--days', '30'], 20),
    isOnlyByName: true,
  },
  packages: {
    title:
      'The .deb on a bare Debian: installed, set up, sold with, upgraded and stopped mid-sale, refused, removed; a signed update',
    run: async () => {
      if (process.platform === 'linux')
        await ensureTool({ find: findDebootstrap, name: 'debootstrap', aptPackage: 'debootstrap' }, show);
      return counting('packages', ['test/packages/linux.ts'], 30);
    },
    // This suite downloads a system, takes minutes and tests only packaging.
    isOnlyByName: true,
  },
  contents: {
    title: 'What is in each package, read back: natives, licences, bill of materials, sizes; two builds alike',
    run: () => counting('contents', ['test/packages/contents.ts'], 30),
    // Each package is built twice, which takes minutes and tests only packaging.
    isOnlyByName: true,
  },
  flood: {
    title:
      'A minute of a display against a selling till: the answers of the cashier’s window within 1.2 of those without',
    run: () => vitest('flood', fullFiles('flood'), { minutes: 15, env: { TILLBRIDGE_FLOOD_PAIRS: '44' } }),
    // In parallel with other suites, the display competes with them for processors, and the ratio is no measure of the
    // till.
    isLast: true,
  },
  lab: {
    title: 'USB for real: devices plugged and pulled in a machine of its own',
    run: () => lab(),
    // The suite's virtual machines need all processors: in parallel with other suites, their terminals answer too late.
    isLast: true,
  },
});
