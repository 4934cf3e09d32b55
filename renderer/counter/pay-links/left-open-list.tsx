import { orderNameOf } from '../../../electron/domain/index.ts';
import { isUnfinishedLink, type PayLinkView } from '../../../electron/contract/index.ts';
import { useSpeakOnce } from '../../components/announcer.tsx';
import { Key } from '../../components/keys.tsx';
import { useCommands } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';
import * as counterCss from '../counter.module.css';

/**
 * Payment links that the cashier left open to serve the next customer, with their states. The first link is shown in
 * full.
 */
export function LeftOpenList({ links }: { links: readonly PayLinkView[] }) {
  const texts = useTexts();
  const { leftOpen } = texts.words.links;
  const { showLink } = useCommands();
  // Ended links come first: they are news, while open links can wait.
  const [first, ...others] = links.toSorted((a, b) => Number(isUnfinishedLink(a)) - Number(isUnfinishedLink(b)));
  const name = first ? orderNameOf(first) : null;
  const order = name === null ? '' : leftOpen.order({ order: name });
  const amount = first ? texts.money(first.paidMinor ?? first.totalMinor, first.currency) : '';
  const say = first ? openMessage(first)({ amount, order }) : '';
  useSpeakOnce(first ? `left-open/${first.id}/${first.state}` : '', say);
  if (!first) return null;
  return (
    <div className={counterCss.note}>
      <p>
        <b>{leftOpen.title}</b> {say} {others.length > 0 ? leftOpen.more({ count: others.length }) : null}
      </p>
      <Key name={`show-link/${first.id}`} variant="small" onPress={() => showLink(first.id)}>
        {leftOpen.show}
      </Key>
    </div>
  );

  function openMessage(link: PayLinkView) {
    if (link.state === 'paid') return leftOpen.paid;
    if (link.state === 'checking') return leftOpen.checking;
    return isUnfinishedLink(link) ? leftOpen.open : leftOpen.ended;
  }
}
