import { lazy, Suspense } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { linksAside, useTill } from '../store/index.ts';

const LinksAside = lazy(async () => {
  const { LinksAside } = await import('./pay-links/pay-links-aside.tsx');
  return { default: LinksAside };
});

/** Under the amount: links that were left open for the next customer. Loaded when there is one. */
export function AsideLinks() {
  const links = useTill(useShallow(linksAside));
  if (links.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <LinksAside links={links} />
    </Suspense>
  );
}
