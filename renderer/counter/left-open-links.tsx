import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { useShallow } from 'zustand/react/shallow';
import { linksLeftOpen, useTill } from '../store/index.ts';

const LeftOpenList = lazyWithRetry(async () => (await import('./pay-links/left-open-list.tsx')).LeftOpenList);

/** Under the amount: links that were left open for the next customer. Loaded when there is one. */
export function LeftOpenLinks() {
  const links = useTill(useShallow(linksLeftOpen));
  if (links.length === 0) return null;
  return <LeftOpenList links={links} />;
}
