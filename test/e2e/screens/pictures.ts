/**
 * Saves a picture of every screen, light and dark, at counter and phone size, in test/results/screens, and a sheet of
 * all pictures for each theme and size: `node test/e2e/screens/pictures.ts [part of a screen's name] [language]`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWalker, withScreens } from './walker.ts';

const folder = resolve(import.meta.dirname, '../../results/screens');
const sizes = [
  { width: 1280, height: 800, across: 6 },
  { width: 390, height: 844, across: 14 },
] as const;
/** Width of a sheet, in CSS pixels. */
const SHEET = 2400;
const [part = '', language = 'en'] = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
await buildWalker();
const themes = ['light', 'dark'] as const;
const pathOf = (name: string, width: number, theme: string): string => join(folder, `${name}-${width}-${theme}.png`);
let count = 0;
await withScreens(async ({ page, names, show, dress }) => {
  const wanted = names.filter((name) => name.includes(part));
  for (const name of wanted) {
    await show(name, { language });
    for (const theme of themes) {
      await dress(theme);
      for (const { width, height } of sizes) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: pathOf(name, width, theme), animations: 'disabled' });
        count += 1;
      }
    }
  }
  for (const { width, across } of sizes) {
    for (const theme of themes) {
      const sheet = await page.context().newPage();
      await sheet.setViewportSize({ width: SHEET, height: 800 });
      const pictures = wanted.map((name) => {
        const data = readFileSync(pathOf(name, width, theme)).toString('base64');
        return `<figure><img src="data:image/png;base64,${data}"><figcaption>${name}</figcaption></figure>`;
      });
      await sheet.setContent(
        `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${across},1fr);gap:8px;font:14px sans-serif}
         figure{margin:0}img{width:100%;display:block;border:1px solid #888}</style>${pictures.join('')}`,
      );
      writeFileSync(join(folder, `sheet-${width}-${theme}.png`), await sheet.screenshot({ fullPage: true }));
      await sheet.close();
    }
  }
});
console.log(`${count} pictures and their sheets in test/results/screens`);
