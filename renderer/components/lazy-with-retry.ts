import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';
import { backoff } from '../../electron/domain/index.ts';

const retryDelay = backoff({ firstMs: 250, maxMs: 10_000 });

/**
 * A component whose code comes when it is first shown, with `fallback` in its place until then. Where the code cannot be had (the
 * shell is starting anew, this window was signed out) it is asked for until it comes, and what else is on screen stays: a `lazy`
 * that rejects would empty the whole window.
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

/** The bundler asks for the style sheets of a screen once, whether they came or not. Rejects where one cannot be had now either. */
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
