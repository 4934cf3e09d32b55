import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { pureContract } from './pure-contract.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * The UI as static files under build/out/renderer, served by the browser shell or by Electron's app:// scheme.
 * Relative addresses (`base: './'`) let both serve it; nothing is inlined as data: or script text, so the page runs
 * under `default-src 'self'; style-src 'self' 'unsafe-inline'` (Mantine writes its theme variables in a style element).
 */
export default defineConfig({
  root: resolve(root, 'renderer'),
  base: './',
  plugins: [react(), pureContract()],
  build: {
    outDir: resolve(root, 'build/out/renderer'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      // What is always needed comes in one piece: cut where later screens share it, it costs a request and a dictionary a cut.
      output: {
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'], test: /^(?!.*\/renderer\/(?:main\.tsx|index\.html)).*$/ }],
        },
      },
    },
  },
});
