import { isUnfinishedLink, type PayLinkView } from '../../../electron/contract/index.ts';
import type { Screen } from '../../store/index.ts';
import { LinkAsked } from './pay-link-requested.tsx';
import { LinkChecking } from './pay-link-checking.tsx';
import { LinkEnd } from './pay-link-end.tsx';
import { LinkOpen } from './pay-link-open.tsx';

/** Payment link from the request to its end. The screen follows from the host's state alone. */
export function LinkScreen({ screen }: { screen: Extract<Screen, { kind: 'link' | 'link-asked' }> }) {
  switch (screen.kind) {
    case 'link-asked':
      return <LinkAsked submission={screen.submission} />;
    case 'link':
      return <OneLink link={screen.link} />;
  }
}

function OneLink({ link }: { link: PayLinkView }) {
  if (link.state === 'checking') return <LinkChecking link={link} />;
  return isUnfinishedLink(link) ? <LinkOpen link={link} /> : <LinkEnd link={link} />;
}
