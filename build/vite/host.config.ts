import { builtinModules } from 'node:module';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const outDir = resolve(root, 'build/out/electron');

/** The till's code is bundled. Packages (native packages cannot be bundled), Electron and Node stay external. */
const isExternal = (id: string) =>
  id === 'electron' || builtinModules.includes(id.replace(/^node:/, '')) || !/^[./\\#]|^[A-Za-z]:/.test(id);

const common = { outDir, target: 'node22', sourcemap: true, minify: false, copyPublicDir: false } as const;

/** Entry modules by the name of their bundle. */
const entries = {
  main: resolve(root, 'electron/shell/main.ts'),
  host: resolve(root, 'electron/host/main.ts'),
  sandbox: resolve(root, 'electron/sandbox/main.ts'),
  simulator: resolve(root, 'native/simulator/main.ts'),
  keyring: resolve(root, 'electron/config/keyring/main.ts'),
};

const processes: EnvironmentOptions = {
  consumer: 'server',
  build: {
    ...common,
    emptyOutDir: true,
    rolldownOptions: {
      input: entries,
      external: isExternal,
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
};

/** A sandboxed preload script must be CommonJS and a single file. */
const preload: EnvironmentOptions = {
  consumer: 'server',
  build: {
    ...common,
    emptyOutDir: false,
    sourcemap: false,
    rolldownOptions: {
      input: { preload: resolve(root, 'electron/shell/preload.ts') },
      external: isExternal,
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
};

/** Makes the folder an app that the Electron binary accepts as its argument. */
const manifest: Plugin = {
  name: 'tillbridge-manifest',
  generateBundle() {
    if (this.environment.name !== 'processes') return;
    const own = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { name: string; version: string };
    const { name, version } = own;
    const source = JSON.stringify({ name, version, type: 'module', main: 'main.js' });
    this.emitFile({ type: 'asset', fileName: 'package.json', source });
  },
};

/** The Electron shell and the processes it starts: `vite build -c build/vite/host.config.ts`. */
export default defineConfig({
  root,
  plugins: [manifest],
  environments: { processes, preload },
  builder: {
    async buildApp(builder) {
      for (const name of ['processes', 'preload']) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
});
