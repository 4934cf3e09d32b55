import { join, resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { bundledPrograms, products } from './bundled-programs.ts';

const root = resolve(import.meta.dirname, '../..');

/** Lists the packages in the bundles, for the bill of materials: `bundled.json`, folders under node_modules. */
const listBundled: Plugin = {
  name: 'tillbridge-list-bundled',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
    const places = files.flatMap((file) => folder.exec(file.replaceAll('\\', '/'))?.[0] ?? []);
    const base = `${join(root).replaceAll('\\', '/')}/`;
    const source = JSON.stringify([...new Set(places.map((place) => place.replace(base, '')))].sort(), null, 2);
    this.emitFile({ type: 'asset', fileName: 'bundled.json', source });
  },
};

const config = bundledPrograms('product', products);

/** Programs in a package for shops: `vite build -c build/vite/product.config.ts`. */
export default defineConfig({ ...config, plugins: [...(config.plugins ?? []), listBundled] });
