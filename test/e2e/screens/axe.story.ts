import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import { isFull, test } from './walker.ts';

const playwright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));
const axeScript = playwright.resolve('axe-core/axe.min.js');

/** The part of axe's answer that is read. */
interface Violation {
  id: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}
interface Axe {
  run(context: Document, options: object): Promise<{ violations: Violation[] }>;
}

/** What a screen is made of is the same in every theme: there only its colours are looked at again. */
const runs = [
  { theme: 'light', options: {} },
  { theme: 'dark', options: { runOnly: ['color-contrast'] } },
  { theme: 'contrast', options: { runOnly: ['color-contrast'] } },
] as const;

/** `npm test` looks at one theme; the full run at all. */
for (const { theme, options } of isFull ? runs : runs.slice(0, 1)) {
  test(`axe finds nothing on any screen, ${theme}`, async ({ screens }) => {
    await screens.page.setViewportSize({ width: 1280, height: 800 });
    await screens.page.addScriptTag({ path: axeScript });
    const found: string[] = [];
    for (const name of screens.names) {
      await screens.show(name, { theme });
      const violations = await screens.page.evaluate(async (options: object) => {
        const { axe } = window as unknown as { axe: Axe };
        const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'], preload: false });
        return violations;
      }, options);
      for (const { id, nodes } of violations)
        for (const { target, failureSummary } of nodes)
          found.push(`${name}: ${id} at ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ') ?? ''}`);
    }
    expect(found).toEqual([]);
  });
}
