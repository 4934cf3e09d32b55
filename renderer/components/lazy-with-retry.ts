import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { backoff } from '../../electron/domain/index.ts';

const retryDelay = backoff({ firstMs: 250, maxMs: 10_000 });

/**
 * Component that is loaded when it is first shown; `fallback` takes its place until then. While the code is unavailable
 * (the shell is restarting, or this window was signed out), loading is retried and the rest of the screen stays: a
 * `lazy` that rejects would empty the whole window.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Code: ComponentType<Props> = lazy(async () => ({ default: await untilLoaded(load) }));
  return (props) => createElement(Suspense, { fallback }, createElement(Code, props));
}

async function untilLoaded<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let failures = 0; ;) {
    try {
      if (failures > 0) await loadMissingStyles();
      return await load();
    } catch {
      failures++;
      await new Promise((wait) => setTimeout(wait, retryDelay(failures)));
    }
  }
}

/**
 * The bundler requests the style sheets of a screen only once, even if loading fails. Rejects if a sheet fails again.
 */
async function loadMissingStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  await Promise.all([...links].filter(({ sheet }) => !sheet).map(loadAgain));
}

async function loadAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  const come = new Promise((loaded, failed) => {
    again.addEventListener('load', loaded);
    again.addEventListener('error', failed);
  });
  link.replaceWith(again);
  await come;
}
