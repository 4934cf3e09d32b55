import { orderNameOf } from '../../../electron/domain/index.ts';
import { type PayLinkView } from '../../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../../components/announcer.tsx';
import { Key, Keys, LockedPlate, Plate, Spacer } from '../../components/keys.tsx';
import { ChargedSentence, Fact, Facts, Foot, FirstLine, Next, Say, Window, Heading } from '../../components/window.tsx';
import { sentences } from '../../sale/message.ts';
import { Problem } from '../../sale/problem.tsx';
import { screenKeyOf, useCommands, useNow } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';

/**
 * In doubt: whether the link exists, or whether it was paid. The doubt resolves by itself; requests are never retried
 * blindly.
 */
export function LinkChecking({ link }: { link: PayLinkView }) {
  const texts = useTexts();
  const { links, outcomes } = texts.words;
  const text = links.checking;
  const order = orderNameOf(link);
  const now = useNow();
  const announce = useAnnounce();
  const { pollLink, leaveLink } = useCommands();
  // Only a customer with the address can have paid, even if the link exists.
  const hasAddress = link.url !== null;
  const reason = text.reason[link.checking?.reason ?? 'no-answer'];
  const charged = hasAddress ? outcomes.notKnown : text.nobodyHasIt;
  const next = hasAddress ? text.next : text.nextNoLink;
  const screenKey = screenKeyOf({ kind: 'link', link });
  useSpeakOnce(screenKey, sentences([text.heading, charged, text.say({ reason }), next]), 'assertive');
  const since = link.checking ? Date.parse(link.checking.since) : now;
  return (
    <>
      <Window state="checking" label={links.region} screenKey={screenKey}>
        <FirstLine mark="checking">
          <span>{texts.money(link.totalMinor, link.currency)}</span>
        </FirstLine>
        <Heading length={text.heading.length}>{text.heading}</Heading>
        <ChargedSentence>{charged}</ChargedSentence>
        <Say>{text.say({ reason })}</Say>
        <Foot>
          <Next>{next}</Next>
          <Facts>
            <Fact label={outcomes.checking.forFact} value={texts.stopwatch(now - since)} />
            {order === null ? null : <Fact label={outcomes.facts.order} value={order} />}
            {link.polledAt === null ? null : (
              <Fact label={links.facts.askedLast} value={texts.ageAgo(now - Date.parse(link.polledAt))} />
            )}
          </Facts>
        </Foot>
      </Window>
      <Keys>
        <Plate title={links.whyLocked} isWideOnly>
          <p>{order === null ? links.whyLockedUnnamed : links.whyLockedSay({ order })}</p>
        </Plate>
        <Problem />
        <Spacer />
        <Key name="leave-link" icon="arrow" onPress={() => leaveLink(link.id)}>
          {links.leave}
        </Key>
        <Key name="look-at-link" icon="refresh" onPress={() => void pollLink(link.id)}>
          {text.askNow}
        </Key>
        <LockedPlate onEnter={() => announce(text.locked, 'assertive')}>{text.locked}</LockedPlate>
      </Keys>
    </>
  );
}
