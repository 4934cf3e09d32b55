import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { pureContract } from './pure-contract.ts';
import { styleModules } from './style-modules.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * The UI as static files under build/out/renderer, served by the browser shell or by Electron's app:// scheme. Relative
 * addresses (`base: './'`) let both serve it. Data: URLs and inline scripts are never generated, so the page runs under
 * `default-src 'self'; style-src 'self' 'unsafe-inline'`.
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: './',
  plugins: [react(), pureContract()],
  css: { modules: styleModules('short') },
  build: {
    outDir: resolve(root, 'build/out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      // Code that is always needed is one chunk: each chunk shared with later screens would cost another request and
      // another compression dictionary.
      output: {
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'], test: /^(?!.*\/renderer\/(?:main\.tsx|index\.html)).*$/ }],
        },
      },
    },
  },
});
