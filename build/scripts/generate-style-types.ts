/**
 * Builds build/out/styles/: the classes of every renderer/**\/*.module.css as a declaration, so that the name of a
 * missing class does not compile. The renderer's tsconfig lays the folder over the sources (`rootDirs`).
 *
 *   npm run prepare     builds what changed; npm ci, npm start and npm test do so themselves
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { preprocessCSS, resolveConfig } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const output = join(root, 'build/out/styles');
const config = await resolveConfig(
  { configFile: join(root, 'build/vite/renderer.config.ts'), logLevel: 'error' },
  'build',
);
rmSync(output, { recursive: true, force: true });
for (const sheet of globSync('renderer/**/*.module.css', { cwd: root })) {
  const { modules = {} } = await preprocessCSS(readFileSync(join(root, sheet), 'utf8'), join(root, sheet), config);
  const to = join(output, `${sheet.replace(/^renderer./, '')}.d.ts`);
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(
    to,
    Object.keys(modules)
      .map((name) => `export const ${name}: string;\n`)
      .join(''),
  );
}
