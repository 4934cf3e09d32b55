import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { useShallow } from 'zustand/react/shallow';
import { linksLeftOpen, useTill } from '../store/index.ts';

const LeftOpenList = lazyWithRetry(async () => (await import('./pay-links/left-open-list.tsx')).LeftOpenList);

/**
 * Payment links that the cashier left open to serve the next customer, shown under the amount. The list is loaded when
 * there is a link.
 */
export function LeftOpenLinks() {
  const links = useTill(useShallow(linksLeftOpen));
  if (links.length === 0) return null;
  return <LeftOpenList links={links} />;
}
