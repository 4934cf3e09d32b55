/**
 * Content of the packages for shops, for every supported system; and their integration with Linux.
 * @module-tag full-processes
 * @module-tag ci-only
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeAppImage } from '../../../build/scripts/parts/appimage.mjs';
import { builderArguments } from '../../../build/scripts/parts/builder-arguments.mjs';
import { checkPayload, filesUnder, layPayload, nativesOf, type Target } from '../../../build/scripts/parts/payload.mjs';
import { root } from '../../../build/scripts/parts/paths.mjs';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge packaging '));
  writeFileSync(join(dir, 'node'), 'stands for 120 MB of Node');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const lay = async (target: Target, folder: string) => {
  const runtime = { binary: join(dir, 'node'), version: '24.0.0', licence: 'Node.js is licensed for use as follows' };
  // Natives of other systems that are separate packages are not installed here.
  await layPayload(
    folder,
    target,
    runtime,
    () => {},
    async (name) => {
      const standIn = join(dir, name);
      mkdirSync(standIn, { recursive: true });
      writeFileSync(join(standIn, 'package.json'), JSON.stringify({ name, version: '1.0.0', license: 'MIT' }));
      const tail = name.replace('@napi-rs/keyring-', '');
      writeFileSync(join(standIn, `keyring.${tail}.node`), 'stands for a native');
      return standIn;
    },
  );
  return checkPayload(folder, target);
};

test.each<Target>([
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
])(
  '$platform-$arch contains one native of each kind, no development files, and the listed packages',
  { timeout: 180_000 },
  async (target) => {
    const folder = join(dir, `${target.platform}-${target.arch}`);
    const { files, packages } = await lay(target, folder);
    expect(files.filter((name) => name.endsWith('.node')).length).toBe(3);
    expect(files.filter((name) => /\.(map|ts|tsx)$|(^|\/)test\//.test(name))).toEqual([]);
    expect(files).toContain(target.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
    expect(packages).toEqual(
      expect.arrayContaining(['serialport', 'node-hid', 'pdfkit', 'fastify', 'ws', 'zod', 'node']),
    );
    expect(
      packages.filter((name) => ['electron', 'vitest', 'playwright', 'typescript', 'yargs'].includes(name)),
    ).toEqual([]);
  },
);

test(
  'a payload is the same twice, and a foreign native, a source map or a package without a notice is refused',
  { timeout: 180_000 },
  async () => {
    const target: Target = { platform: 'linux', arch: 'x64' };
    const [one, two] = [join(dir, 'one'), join(dir, 'two')];
    await lay(target, one);
    await lay(target, two);
    expect(filesUnder(two)).toEqual(filesUnder(one));
    const differing = filesUnder(one).filter(
      (name) => !readFileSync(join(one, name)).equals(readFileSync(join(two, name))),
    );
    expect(differing).toEqual([]);
    const foreign = nativesOf({ platform: 'win32', arch: 'x64' }).map((name) =>
      join(one, 'node_modules', name.split('/').at(-1) ?? ''),
    );
    writeFileSync(foreign[1] ?? '', '');
    expect(() => checkPayload(one, target)).toThrow(/not one of each/);
    rmSync(foreign[1] ?? '');
    writeFileSync(join(one, 'build/out/renderer/x.js.map'), '');
    expect(() => checkPayload(one, target)).toThrow(/should not: build\/out\/renderer\/x\.js\.map/);
    rmSync(join(one, 'build/out/renderer/x.js.map'));
    const sbom = join(one, 'legal/sbom.cdx.json');
    writeFileSync(sbom, readFileSync(sbom, 'utf8').replaceAll('pkg:npm/fastify@', 'pkg:npm/gone@'));
    expect(() => checkPayload(one, target)).toThrow(/lack fastify/);
  },
);

const linux = resolve(root, 'build/packaging/linux');
const read = (name: string) => readFileSync(join(linux, name), 'utf8');

test('udev has rules for exactly the vendors of discovery', () => {
  const families = readdirSync(join(root, 'native/families'), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  const sources = families.flatMap(({ name }) => {
    const file = join(root, 'native/families', name, 'index.ts');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return /vendorId: 0x([0-9a-f]{4})/.exec(text)?.[1] ?? [];
  });
  const known = [
    ...read('70-tillbridge.rules').matchAll(/SUBSYSTEM=="(hidraw|tty)", ATTRS\{idVendor\}=="([0-9a-f]{4})"/g),
  ];
  expect(sources.length).toBeGreaterThan(1);
  for (const kind of ['hidraw', 'tty'])
    expect(new Set(known.filter(([, one]) => one === kind).map(([, , vendor]) => vendor))).toEqual(new Set(sources));
});

test('services allow the till enough time for an ordered stop, and signal only its main process', () => {
  const stack = readFileSync(join(root, 'electron/starter/stack.ts'), 'utf8');
  const bound = (name: string) =>
    Number(new RegExp(`const ${name} = ([0-9_]+);`).exec(stack)?.[1]?.replaceAll('_', ''));
  // Time to stop the host, the practice terminal, the sandbox and the kiosk's browser.
  const neededMs = bound('HOST_STOP_WITHIN_MS') + 2 * bound('HELPER_STOP_WITHIN_MS') + 3_000;
  for (const name of ['tillbridge-system.service', 'tillbridge-user.service', 'tillbridge-kiosk.service']) {
    const unit = read(name);
    expect(Number(/^TimeoutStopSec=([0-9]+)$/m.exec(unit)?.[1]) * 1_000, name).toBeGreaterThan(neededMs);
    expect(unit, name).toMatch(/^Type=notify$/m);
    expect(unit, name).toMatch(/^SuccessExitStatus=75$/m);
    // The service prints a one-time link on standard output.
    expect(unit, name).toMatch(/^StandardOutput=null$/m);
  }
  expect(read('tillbridge-system.service')).toMatch(/^KillMode=mixed$/m);
  expect(read('tillbridge-user.service')).toMatch(/^KillMode=mixed$/m);
});

test.skipIf(process.platform !== 'linux')(
  'scripts of the package have valid syntax, and the desktop entry has its languages',
  () => {
    for (const name of [
      'tillbridge.sh',
      'tillbridge-till.sh',
      ...['preinst', 'postinst', 'prerm', 'postrm'].map((one) => `debian/${one}`),
    ])
      execFileSync('sh', ['-n', join(linux, name)]);
    const entry = read('tillbridge.desktop');
    for (const language of ['de', 'es', 'fr_CA'])
      expect(entry).toMatch(new RegExp(`^GenericName\\[${language}\\]=.+$`, 'm'));
  },
);

// jsdom has no types here.
const untyped: string = 'jsdom';
const { JSDOM } = (await import(untyped)) as {
  JSDOM: new (text: string, options: object) => { window: Window };
};

interface Workflow {
  jobs: { package: { strategy: { matrix: { system: string[] } }; steps: Step[] } };
}
type Step = { if?: string; run?: string; with?: { path?: string } };
const builderFile = () =>
  parse(readFileSync(join(root, 'build/electron-builder/electron-builder.yml'), 'utf8')) as {
    productName: string;
    dmg: { contents: { type?: string; path?: string }[] };
    mac: Record<string, unknown>;
  };

/** Keys and values of a property list, parsed as XML, so that a malformed file has none. */
function plist(file: string): Record<string, string> {
  const text = readFileSync(join(root, file), 'utf8');
  const { window } = new JSDOM(text, { contentType: 'application/xml' });
  const entries = [...(window.document.querySelector('plist > dict')?.children ?? [])];
  const valueAfter = (index: number) => (entries[index + 1]?.textContent || entries[index + 1]?.tagName) ?? '';
  const keys = entries.entries().filter(([, { tagName }]) => tagName === 'key');
  return Object.fromEntries(keys.map(([index, key]) => [key.textContent, valueAfter(index)]));
}

test('macOS gets a disk image of a signed app, notarized with Apple’s key, and uploaded by the job of a tag', () => {
  const asked = (env: Record<string, string>) =>
    builderArguments({ platform: 'darwin', isStub: false, env, config: 'x.yml', dist: 'electron' }).join(' ');
  expect(asked({})).toBe('--mac dmg --publish never -c x.yml -c.electronDist=electron');
  expect(asked({ APPLE_KEYCHAIN_PROFILE: 'tillbridge' })).toContain('--mac dmg -c.mac.notarize=true');
  const elsewhere = builderArguments({ platform: 'linux', isStub: false, env: {}, config: 'x.yml', dist: 'electron' });
  expect(elsewhere[0]).toBe('--dir');
  const builder = builderFile();
  expect(builder.dmg.contents).toContainEqual(expect.objectContaining({ type: 'link', path: '/Applications' }));
  // The program opened at every sign-in is that of the disk image.
  const agent = plist('build/packaging/macos/com.tillbridge.till.plist');
  expect(agent).toMatchObject({ Label: 'com.tillbridge.till', RunAtLoad: 'true', LimitLoadToSessionType: 'Aqua' });
  const { productName } = builder;
  expect(agent['ProgramArguments']?.trim()).toBe(`/Applications/${productName}.app/Contents/MacOS/${productName}`);
  expect(plist('build/packaging/macos/entitlements.plist')).toEqual({ 'com.apple.security.cs.allow-jit': 'true' });
  const { jobs } = parse(readFileSync(join(root, '.github/workflows/test.yml'), 'utf8')) as Workflow;
  const { steps, strategy } = jobs.package;
  expect(strategy.matrix.system).toContain('macos-latest');
  expect(steps.find((step) => step.if === "runner.os == 'macOS'")?.run).toBe('hdiutil verify build/out/package/*.dmg');
  expect(steps.at(-1)?.with?.path).toContain('build/out/package/*.dmg');
});

test.skipIf(process.platform !== 'linux')(
  'the AppImage starts the till and the command line from the files for the tool',
  { timeout: 180_000 },
  async () => {
    const tool = join(dir, 'appimagetool');
    // Replaces the tool, and keeps its input unchanged.
    writeFileSync(tool, '#!/bin/sh\n[ "$ARCH" ] && cp -a "$2" "$3"\n', { mode: 0o755 });
    const runtime = {
      binary: process.execPath,
      version: process.versions.node,
      licence: 'Node.js is licensed for use',
    };
    const inside = await makeAppImage({ folder: join(dir, 'appimage'), tool, runtime, say: () => {} });
    const top = readdirSync(inside);
    expect(top).toEqual(
      expect.arrayContaining(['AppRun', 'tillbridge.desktop', 'tillbridge.svg', '.DirIcon', 'legal']),
    );
    const said = execFileSync(join(inside, 'AppRun'), [
      '--cli',
      'payments',
      '--json',
      '--data',
      join(dir, 'appimage data'),
    ]);
    expect(JSON.parse(said.toString())).toMatchObject({ attempts: [] });
  },
);

test('macOS gets the hardened runtime with one exception, and a launch agent that allows enough time for a stop', () => {
  const builder = builderFile();
  const place = 'build/packaging/macos/entitlements.plist';
  expect(builder.mac).toMatchObject({ hardenedRuntime: true, entitlements: place, entitlementsInherit: place });
  const keys = (file: string) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<key>([^<]+)<\/key>/g)].map(([, key]) => key);
  expect(keys(place)).toEqual(['com.apple.security.cs.allow-jit']);
  const agent = readFileSync(join(root, 'build/packaging/macos/com.tillbridge.till.plist'), 'utf8');
  expect(agent).toMatch(/<key>ExitTimeOut<\/key>\s*<integer>30<\/integer>/);
  expect(agent).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/);
});

test('Windows’ installer removes only its own names, never the data, and refuses an open till', () => {
  const script = readFileSync(join(root, 'build/packaging/windows/tillbridge.nsi'), 'utf8');
  const removed = [...script.matchAll(/^\s*(?:RMDir \/r|Delete) "([^"]+)"/gm)].map(([, path = '']) => path);
  expect(removed.filter((path) => !/^\$(?:INSTDIR|SMPROGRAMS|SMSTARTUP)\\/.test(path))).toEqual([]);
  expect(removed).not.toContain('$INSTDIR');
  expect(script.match(/!insertmacro RefuseOpen/g)?.length).toBe(2);
  const said = new Set([...script.matchAll(/\$\(([A-Z]+)\)/g)].map(([, name]) => name));
  for (const language of ['ENGLISH', 'GERMAN', 'SPANISH', 'FRENCH']) {
    const worded = [...script.matchAll(new RegExp(`^LangString (\\w+) \\$\\{LANG_${language}\\} ".+"$`, 'gm'))];
    expect(new Set(worded.map(([, name]) => name)), language).toEqual(said);
  }
  // Each refusal has its own code, which the head of the script explains.
  const codes = [...script.matchAll(/!insertmacro Refuse ([0-9])/g)].map(([, code]) => code);
  expect(new Set(codes)).toEqual(new Set(['2', '3', '4', '5', '6', '7', '8', '9']));
});
