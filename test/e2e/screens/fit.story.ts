/** Shows every screen and checks that everything fits and that axe reports nothing. */
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { languages } from '../../../electron/domain/index.ts';
import { inTurn, turn } from '../../../build/scripts/parts/sizes.mjs';
import { isFull, test } from './walker.ts';

const playwright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeScript = playwright.resolve('axe-core/axe.min.js');

/** Fields of axe's result that these stories read. */
interface Violation {
  id: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}
interface Axe {
  run(context: Document, options: object): Promise<{ violations: Violation[] }>;
}

/** Minimum side of a target, in CSS pixels. */
const TARGET = 48;
const spoken = languages.map(({ tag }) => tag);
/** Pseudo-locale: English, 40 % longer. */
const PSEUDO = 'en-XA';
const all = [
  { width: 1280, height: 800, tongues: [...spoken, PSEUDO] },
  { width: 1024, height: 768, tongues: spoken },
  { width: 390, height: 844, tongues: [...spoken, PSEUDO] },
  // 1280 × 800 at 200 % zoom, or a phone in landscape.
  { width: 640, height: 400, tongues: [...spoken, PSEUDO] },
  { width: 320, height: 700, tongues: spoken },
  { width: 3840, height: 2160, tongues: [PSEUDO] },
];
/**
 * Each size with the pseudo-locale and every language. A run with a turn has one language for each size, and the next
 * turn another.
 */
const allInTurn = all.map(({ tongues, ...size }, at) => {
  const chosen: readonly string[] = inTurn(spoken, spoken.length, turn === null ? null : turn + at);
  return { ...size, tongues: tongues.filter((tongue) => tongue === PSEUDO || chosen.includes(tongue)) };
});
/**
 * `npm test` measures the pseudo-locale at two sizes and every language at a third; the full run measures everything.
 */
const sizes = isFull
  ? allInTurn
  : all.slice(0, 3).map((size) => ({ ...size, tongues: size.width === 1024 ? spoken : [PSEUDO] }));
const usual = { width: 1280, height: 800 };

const colours = { runOnly: ['color-contrast'] };
/** Screens have the same elements in every theme, so only colours are checked again in the other themes. */
const themes = isFull ? inTurn(['dark', 'contrast'] as const, 2, turn) : [];
/** `npm test` leaves colours to the full run: they come from a single table and are more than half of axe's work. */
const light = isFull ? {} : { rules: { 'color-contrast': { enabled: false } } };

/** Number of tests that share the screens, so that workers run in parallel. */
const PARTS = isFull ? 6 : 2;

/**
 * Harmless misfits. Figures of a drawer extend some pixels into their plate's padding in the narrowest column. The
 * kiosk's time limit does the same in the pseudo-locale, at a size that real kiosks never have. A large amount's sign
 * begins a sixtieth of its size before its column and looks flush: four pixels on the largest screen.
 */
const known = [
  /: too wide by 4 px: span > span\.giant_sign /,
  /: too wide by (?:\d|1[0-2]) px: div > dd(?:\.tb-code)? /,
  / kiosk-[a-z-]+ en-XA: too wide by [34] px: p\.timer-bar_timer > span /,
  // A kiosk in training next to its practice terminal, at a size that real kiosks never have.
  /^1024 × 768: kiosk-training(?:-pay)? [a-zA-Z-]+: (?:too wide|broken word) by \d+ px: (?:div\.prompt-picture_onepic|ul\.prompt-picture_pics) > /,
];

/** Skips a size that is already set, because setting it would still redraw the page. */
async function resize(page: Page, { width, height }: { width: number; height: number }): Promise<void> {
  const now = page.viewportSize();
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
}

async function misfits(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const { tongues, ...size } of sizes) {
    await resize(page, size);
    const here = await page.evaluate(([tongues, minimum]) => window.walker.fit(tongues, minimum), [
      tongues,
      TARGET,
    ] as const);
    for (const { what, where, by, language } of here)
      // Words of the pseudo-locale are longer than those of every language, so they may break.
      if (what !== 'broken word' || language !== PSEUDO)
        found.push(`${size.width} × ${size.height}: ${name} ${language}: ${what} by ${by} px: ${where}`);
  }
  return found.filter((misfit) => !known.some((pattern) => pattern.test(misfit)));
}

async function violations(page: Page, name: string, options: object): Promise<string[]> {
  const found = await page.evaluate(async (options: object) => {
    const { axe } = window as unknown as { axe: Axe };
    return (await axe.run(document, { ...options, resultTypes: ['violations'], preload: false })).violations;
  }, options);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${name}: ${id} at ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ') ?? ''}`,
    ),
  );
}

for (let part = 0; part < PARTS; part += 1) {
  test(`every screen fits, and axe finds no fault: part ${part + 1} of ${PARTS}`, async ({ screens }) => {
    const { page, show } = screens;
    await page.setViewportSize(usual);
    await page.addScriptTag({ path: axeScript });
    const found: string[] = [];
    for (const name of screens.names.filter((_, index) => index % PARTS === part)) {
      await show(name, {});
      found.push(...(await violations(page, name, light)));
      for (const theme of themes) {
        await screens.dress(theme);
        found.push(...(await violations(page, `${name}, ${theme}`, colours)));
      }
      if (themes.length > 0) await screens.dress('light');
      found.push(...(await misfits(page, name)));
      await resize(page, usual);
    }
    expect(found).toEqual([]);
  });
}
