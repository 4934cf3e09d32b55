import { useSyncExternalStore } from 'react';

type Forced = 'light' | 'dark' | undefined;

/** What `data-theme` on the html element asks for; high contrast is built on the dark scheme. */
function forcedScheme(): Forced {
  const theme = document.documentElement.dataset['theme'];
  if (theme === 'light') return 'light';
  if (theme === 'dark' || theme === 'contrast') return 'dark';
  return undefined;
}

/** `data-contrast` is what tokens.css reads beside Mantine's scheme. */
function writeContrast(): void {
  const root = document.documentElement;
  const theme = root.dataset['theme'];
  const wantsMore =
    theme === 'contrast' || (theme === undefined && window.matchMedia('(prefers-contrast: more)').matches);
  if (wantsMore) root.dataset['contrast'] = 'more';
  else delete root.dataset['contrast'];
}

function subscribe(changed: () => void): () => void {
  const contrast = window.matchMedia('(prefers-contrast: more)');
  const update = () => {
    writeContrast();
    changed();
  };
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  contrast.addEventListener('change', update);
  writeContrast();
  return () => {
    observer.disconnect();
    contrast.removeEventListener('change', update);
  };
}

/** The colour scheme forced by `data-theme`, live; undefined follows the system. */
export function useForcedScheme(): Forced {
  return useSyncExternalStore(subscribe, forcedScheme);
}
