const rendererPackages = [
  'react',
  'react-dom',
  'zustand',
  '@orpc/client',
  '@orpc/contract',
  '@fontsource-variable/ibm-plex-sans',
  'uqr',
];

/** Modules that nearly every other may import, including their single files. */
const shared = ['electron/domain', 'electron/contract'];

/**
 * Allowed imports of each module (README, "Modules and boundaries"). One list, read by the lint rule in plugin.mjs and
 * by its test.
 *
 * A file belongs to the first module whose folder contains it, so a module inside another module comes first. `imports`
 * lists the other modules that it may import: `native` means only that module's entry point (`native/index.ts`),
 * `native/*` any file in it; `<family>` is a placeholder for one folder name, the same in `folder` and `imports`.
 * `packages` names the packages it may import; every other package is refused. `node` allows Node's own modules.
 */
export const modules = [
  {
    name: 'payments/machine',
    folder: 'electron/host/payments/machine',
    imports: [...shared],
    packages: [],
    node: false,
    why: 'The payment machine is pure: no clock, no randomness, no I/O.',
  },
  {
    name: 'electron/domain',
    folder: 'electron/domain',
    imports: [],
    packages: [],
    node: false,
    why: 'Money, cards, people and time in the words of the trade: pure, without a schema or a screen.',
  },
  {
    name: 'electron/words',
    folder: 'electron/words',
    imports: ['electron/domain'],
    packages: [],
    node: false,
    why: 'Words are messages of catalogues: they decide nothing.',
  },
  {
    name: 'electron/contract',
    folder: 'electron/contract',
    imports: ['electron/domain'],
    packages: ['zod', '@orpc/contract'],
    node: false,
    why: 'The contract is pure and seen by everyone.',
  },
  {
    name: 'electron/platform-api',
    folder: 'electron/platform-api',
    imports: [...shared],
    packages: [],
    node: false,
    why: 'The platform specification as code is shared by client and sandbox and runs anywhere.',
  },
  {
    name: 'electron/config/keyring',
    folder: 'electron/config/keyring',
    imports: [],
    packages: ['@napi-rs/keyring'],
    node: true,
    why: 'Native code of the key store runs in a process of its own and knows nobody.',
  },
  {
    name: 'electron/config/files',
    folder: 'electron/config/files',
    imports: [],
    packages: [],
    node: true,
    why: 'Shells and host rename alike; it knows nobody.',
  },
  {
    name: 'electron/config',
    folder: 'electron/config',
    imports: [...shared, 'electron/words/*', 'electron/config/files'],
    packages: ['zod'],
    node: true,
    why: 'Settings, secrets and records of a data folder: every program of a till reads them, and they start none.',
  },
  {
    name: 'electron/starter',
    folder: 'electron/starter',
    imports: [...shared, 'electron/config', 'electron/config/files', 'electron/config/secrets/*'],
    packages: ['zod'],
    node: true,
    why: 'What a shell needs to start and supervise the host; it runs in the shell, so it may not pull the host in.',
  },
  // Inside the host every module imports only modules above it in this list, by their entry points. All may use time.
  hostModule('time', [], [], 'Time and chance are handed to whatever waits or dates.'),
  hostModule('log', [], [], 'Everything logs; the log knows nobody.'),
  hostModule('journal', [], [], 'The journal keeps what it is given.'),
  hostModule('attempts', ['journal'], [], 'The runner of event-sourced attempts knows no kind of them.'),
  hostModule('payments', ['attempts', 'journal'], [], 'The payment engine knows terminals and platform as ports only.'),
  hostModule('platform', ['log', 'payments'], ['undici', 'zod'], 'The one place in the host that knows the platform.', [
    'electron/platform-api/*',
  ]),
  hostModule('pay-links', ['attempts', 'journal', 'payments', 'platform'], [], 'Payment links run beside payments.'),
  hostModule('terminals', ['payments'], ['zod'], 'The one place in the host that knows terminals.', ['native']),
  hostModule(
    'devices',
    ['log', 'payments', 'platform'],
    [],
    'Devices join the platform with the cable, and say which Device a payment names.',
  ),
  hostModule('roles', ['journal'], [], 'Roles decide who may, and write it down.'),
  hostModule('history', ['journal', 'payments', 'pay-links'], ['csv-stringify'], 'History reads and changes nothing.'),
  hostModule('reconcile', ['journal', 'pay-links', 'platform'], [], 'Reconciliation reads and changes no payment.'),
  hostModule(
    'receipts',
    ['log', 'platform'],
    ['@point-of-sale/receipt-printer-encoder', 'pdfkit', 'serialport', 'uqr', 'zod'],
    'The one place in the host that knows paper: receipts, their printers and their PDF.',
    ['electron/words/*'],
  ),
  hostModule(
    'setup',
    ['journal', 'log', 'payments', 'platform', 'receipts', 'roles'],
    [],
    'The setup asks, tries and keeps; payments and terminals are ports to it.',
    ['electron/words/*'],
  ),
  hostModule(
    'settings',
    ['journal', 'receipts', 'roles'],
    [],
    'The settings of a till that runs: read, changed, audited and watched.',
    ['electron/words/*'],
  ),
  hostModule(
    'checks',
    ['devices', 'journal', 'log', 'platform', 'receipts', 'setup', 'terminals'],
    [],
    'They change nothing.',
    ['electron/words/*'],
  ),
  hostModule(
    'charges',
    ['pay-links', 'payments', 'roles', 'setup'],
    [],
    'Use cases decide whether money may move; they know no window.',
  ),
  hostModule(
    'api',
    [
      'charges',
      'checks',
      'devices',
      'history',
      'log',
      'pay-links',
      'payments',
      'receipts',
      'reconcile',
      'roles',
      'settings',
      'setup',
      'terminals',
    ],
    ['@orpc/contract', '@orpc/server', 'ws'],
    'The API hands commands on; it decides nothing.',
  ),
  {
    name: 'electron/host',
    folder: 'electron/host',
    imports: [...shared, 'electron/config', 'electron/starter'],
    packages: ['@orpc/server'],
    node: true,
    why: 'The host is a plain Node program: compose/ puts its modules together, by their entry points.',
  },
  // Inside the sandbox every layer imports only layers below it.
  sandboxLayer('time', [], [], 'Clocks and timers know nothing of what happens in them.'),
  sandboxLayer('crypto', [], [], 'Reading encrypted card data needs nothing of the sandbox.'),
  sandboxLayer('rules', [], ['csv-parse', 'csv-stringify', 'pngjs', 'jpeg-js'], 'Rules decide without store or clock.'),
  sandboxLayer('faults', [], ['zod'], 'Which fault a request meets is drawn without looking at the request.'),
  sandboxLayer('store', ['rules', 'time'], ['zod'], 'The store keeps records and decides nothing.'),
  sandboxLayer('world', ['rules', 'store', 'time'], [], 'The world is what everything above it shares.'),
  sandboxLayer('views', ['rules', 'store', 'world'], [], 'A view shows a record and changes none.'),
  sandboxLayer(
    'operations',
    ['crypto', 'rules', 'store', 'views', 'world'],
    [],
    'Operations change the world; they know no request and no reply.',
  ),
  sandboxLayer('jobs', ['operations', 'rules', 'store', 'world'], [], 'Jobs are what time does, without a request.'),
  sandboxLayer(
    'webhooks',
    ['rules', 'store', 'time', 'views', 'world'],
    ['undici'],
    'Webhooks announce changes; they cause none.',
  ),
  {
    name: 'electron/sandbox',
    folder: 'electron/sandbox',
    imports: [...shared, 'electron/platform-api/*', 'electron/sandbox/*'],
    packages: ['fastify', 'zod', '#platform-validators'],
    node: true,
    why: 'The sandbox stands for the platform, so it shares nothing with the host but the specification.',
  },
  {
    name: 'electron/shell',
    folder: 'electron/shell',
    imports: [...shared, 'electron/config', 'electron/starter'],
    packages: ['electron'],
    node: true,
    why: 'The Electron shell starts the host and carries the contract; it decides nothing.',
  },
  {
    name: 'electron/web',
    folder: 'electron/web',
    imports: [
      ...shared,
      'electron/host',
      'electron/words/*',
      'electron/config',
      'electron/starter',
      'electron/config/files',
      'electron/sandbox',
    ],
    packages: ['fastify', '@fastify/static', 'ws', 'zod', '@orpc/client'],
    node: true,
    why: 'The browser shell starts the host and carries the contract.',
  },
  {
    name: 'electron/cli',
    folder: 'electron/cli',
    imports: [
      ...shared,
      'electron/host',
      'electron/config',
      'electron/starter',
      'electron/sandbox',
      'native',
      'native/simulator',
    ],
    packages: ['commander', 'ws', '@orpc/client'],
    node: true,
    why: 'The command line uses the entry points of the other modules.',
  },
  // Inside the renderer: screens -> {sale, receipts, frame} -> components -> {text, theme}; the store imports none of
  // them.
  ...Object.entries({
    text: [],
    theme: [],
    store: [],
    components: ['text', 'theme'],
    sound: ['store'],
    frame: ['components', 'store', 'text', 'theme', 'sound'],
    receipts: ['components', 'store', 'text'],
    sale: ['components', 'store', 'text', 'receipts', 'frame'],
    ...Object.fromEntries(
      ['counter', 'kiosk', 'display', 'history', 'tabs', 'day', 'technician', 'settings'].map((screen) => [
        screen,
        ['sale', 'receipts', 'frame', 'components', 'store', 'text'],
      ]),
    ),
  }).map(([folder, others]) => ({
    name: `renderer/${folder}`,
    folder: `renderer/${folder}`,
    imports: [
      ...shared,
      ...(folder === 'text' || folder === 'frame' ? ['electron/words/*'] : []),
      ...others.map((other) => `renderer/${other}/*`),
    ],
    packages: rendererPackages,
    node: false,
    why: 'Screens never import each other: what two of them need lives in renderer/sale. Components do not know the store.',
  })),
  {
    name: 'renderer',
    folder: 'renderer',
    imports: [...shared, 'electron/words/*', 'renderer/*'],
    packages: rendererPackages,
    node: false,
    why: 'The UI knows the contract, the words, and nothing else.',
  },
  // Inside native: drivers -> session -> {framing, link}; framing and link do not import each other. A family's driver
  // and simulator share only its codec, and families do not import each other.
  {
    name: 'native/time',
    folder: 'native/time',
    imports: [...shared],
    packages: [],
    node: true,
    why: 'Clocks and timers stand below everything else.',
  },
  {
    name: 'native/link',
    folder: 'native/link',
    imports: ['native/time/*', ...shared],
    packages: ['serialport', 'node-hid'],
    node: true,
    why: 'A link moves bytes and knows no protocol.',
  },
  {
    name: 'native/framing',
    folder: 'native/framing',
    imports: [],
    packages: [],
    node: false,
    why: 'Framing is pure: bytes in, frames out.',
  },
  {
    name: 'native/session',
    folder: 'native/session',
    imports: ['native/link/*', 'native/framing/*', 'native/time/*', ...shared],
    packages: [],
    node: true,
    why: 'A session is one exchange at a time over a link and a framing.',
  },
  {
    name: 'native/families/shared',
    folder: 'native/families/shared',
    imports: ['native/link/*', 'native/framing/*', 'native/time/*', ...shared],
    packages: [],
    node: true,
    why: 'What terminal families share knows none of them.',
  },
  {
    name: 'codec of a family',
    folder: 'native/families/<family>/codec',
    imports: ['native/families/shared/*', 'native/framing/*', ...shared],
    packages: [],
    node: false,
    why: 'A codec is pure: messages to bytes and back, for both sides.',
  },
  {
    name: 'models of a family',
    folder: 'native/families/<family>/models',
    imports: ['native/families/shared/*', ...shared],
    packages: [],
    node: false,
    why: 'A table of models is data for both sides.',
  },
  {
    name: 'driver of a family',
    folder: 'native/families/<family>/driver',
    imports: [
      'native/families/<family>/codec/*',
      'native/families/<family>/models/*',
      'native/families/shared/*',
      'native/session/*',
      'native/link/*',
      'native/framing/*',
      'native/time/*',
      ...shared,
    ],
    packages: [],
    node: true,
    why: 'A driver gives meaning to exchanges.',
  },
  {
    name: 'trace of a family',
    folder: 'native/families/<family>/trace',
    imports: ['native/families/<family>/codec/*', 'native/families/shared/*', 'native/framing/*', ...shared],
    packages: [],
    node: false,
    why: 'Masking and decoding of traces need the codec only.',
  },
  {
    name: 'simulator of a family',
    folder: 'native/families/<family>/simulator',
    imports: [
      'native/families/<family>/codec/*',
      'native/families/<family>/models/*',
      'native/families/shared/*',
      'native/framing/*',
      'native/time/*',
      ...shared,
    ],
    packages: [],
    node: true,
    why: 'A simulator is the terminal side: it shares the codec with the driver, never its session.',
  },
  {
    name: 'native/simulator',
    folder: 'native/simulator',
    imports: ['native/families/simulators.ts', 'native/families/shared/*', 'native/link/*', 'native/time/*', ...shared],
    packages: ['serialport', 'ws'],
    node: true,
    why: 'Runs simulated terminals of any family: cables, control port, autopilot, command line.',
  },
  {
    name: 'native',
    folder: 'native',
    imports: ['native/*', ...shared],
    packages: ['serialport', 'node-hid'],
    node: true,
    why: 'native/index.ts is the only entry point other modules see.',
  },
  {
    name: 'test',
    folder: 'test',
    imports: ['*'],
    packages: ['*'],
    node: true,
    why: 'Tests may look anywhere.',
  },
  {
    name: 'build',
    folder: 'build',
    imports: ['build/*', 'electron/config', 'electron/starter'],
    packages: [
      'vite',
      '@vitejs/plugin-react',
      'vitest',
      '@playwright/test',
      'electron-builder',
      '@redocly/openapi-core',
      'json-schema-to-typescript',
      'ajv',
      'yaml',
      'oxfmt',
      '@formatjs/icu-messageformat-parser',
    ],
    node: true,
    why: 'Build scripts start programs; they do not import them. A feed of updates is signed by the code that reads it.',
  },
];

/**
 * A module inside the host.
 * @param {string} name
 * @param {string[]} known modules of the host that it may import
 * @param {string[]} packages
 * @param {string} why
 * @param {string[]} more further imports
 */
function hostModule(name, known, packages, why, more = []) {
  const imports = [...shared, ...['time', ...known].map((one) => `electron/host/${one}`), ...more];
  if (['api', 'checks', 'platform', 'receipts', 'settings', 'setup'].includes(name))
    imports.push('electron/config', 'electron/starter');
  if (['api', 'journal', 'log', 'terminals'].includes(name)) imports.push('electron/config/files');
  return { name: `host/${name}`, folder: `electron/host/${name}`, imports, packages, node: true, why };
}

/**
 * A module inside the sandbox.
 * @param {string} name
 * @param {readonly string[]} below modules inside the sandbox that it may import
 * @param {readonly string[]} packages
 * @param {string} why
 */
function sandboxLayer(name, below, packages, why) {
  return {
    name: `sandbox/${name}`,
    folder: `electron/sandbox/${name}`,
    imports: [
      ...shared,
      'electron/platform-api/*',
      ...below.map((/** @type {string} */ one) => `electron/sandbox/${one}/*`),
    ],
    packages,
    node: true,
    why,
  };
}

/** Module that contains a repository-relative path. */
function moduleOf(/** @type {string} */ path) {
  for (const module of modules) {
    const match = new RegExp(`^${module.folder.replace('<family>', '([^/]+)')}(?:/|$)`).exec(path);
    if (!match) continue;
    const bind = (/** @type {string} */ text) => text.replace('<family>', match[1] ?? '');
    return { ...module, folder: bind(module.folder), imports: module.imports.map(bind) };
  }
  return undefined;
}

/**
 * Checks one import.
 * @param {string} from repository-relative path of the importing file
 * @param {string} target repository-relative path for relative imports, otherwise the bare specifier
 * @param {boolean} isRelative
 * @returns {string | undefined} the complaint with the modules that may be imported, or undefined if the import is
 * allowed
 */
export function checkImport(from, target, isRelative) {
  const module = moduleOf(from);
  if (!module) return `${from} lies in no module. Modules: ${modules.map((m) => m.folder).join(', ')}.`;
  const allowedImports = module.imports.length > 0 ? module.imports.join(', ') : 'none';
  const tail = `${module.name} may import the modules: ${allowedImports}. ${module.why}`;
  if (module.name === 'test') return undefined;
  if (!isRelative) {
    if (target.startsWith('node:'))
      return module.node ? undefined : `Node's own ${target} is not allowed here. ${tail}`;
    const name = target.startsWith('@') ? target.split('/').slice(0, 2).join('/') : (target.split('/')[0] ?? target);
    if (module.packages.includes(name)) return undefined;
    return `The package ${name} is not listed for this module (its packages: ${module.packages.join(', ') || 'none'}). ${tail}`;
  }
  if (target === module.folder || target.startsWith(`${module.folder}/`)) {
    const inner = moduleOf(target);
    if (inner?.folder === module.folder) return undefined;
  }
  for (const allowed of module.imports) {
    if (allowed === target) return undefined;
    if (allowed.endsWith('/*')) {
      const folder = allowed.slice(0, -2);
      if (target.startsWith(`${folder}/`)) return undefined;
    } else if (target === `${allowed}/index.ts` || (shared.includes(allowed) && target.startsWith(`${allowed}/`))) {
      return undefined;
    }
  }
  // A module may import the modules inside it through their entry points (host -> host/terminals/index.ts).
  const inner = moduleOf(target);
  if (inner && inner.folder.startsWith(`${module.folder}/`) && target === `${inner.folder}/index.ts`) return undefined;
  return `Import of ${target} is not allowed. ${tail}`;
}
