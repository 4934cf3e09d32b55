import { useState } from 'react';
import { orderNameOf } from '../../../electron/domain/index.ts';
import { type PayLinkView } from '../../../electron/contract/index.ts';
import { useAnnounce, useSpeakOnce } from '../../components/announcer.tsx';
import { GiantAmount } from '../../components/giant.tsx';
import { Icon } from '../../components/icon.tsx';
import { Key, Keys, LockedPlate, Plate, Spacer } from '../../components/keys.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { FirstLine, PromptTitle, Say, Window } from '../../components/window.tsx';
import { sentences } from '../../sale/message.ts';
import { Problem } from '../../sale/problem.tsx';
import { screenKeyOf, useCommands, useNow } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';
import { SendForm } from './send-form.tsx';
import * as css from './pay-links.module.css';

/**
 * Payment link that is being created, can be paid, or is being closed: the code, its age, its end, and why the card is
 * locked.
 */
export function LinkOpen({ link }: { link: PayLinkView }) {
  const texts = useTexts();
  const { links } = texts.words;
  const [sending, setSending] = useState<'EMAIL' | 'SMS' | null>(null);
  const screenKey = screenKeyOf({ kind: 'link', link });
  const message = openMessage(link, links);
  const order = orderNameOf(link);
  const spoken = sentences([message.title, texts.spoken(link.totalMinor, link.currency), message.say]);
  useSpeakOnce(`${screenKey}/${link.isBeingPaid}`, spoken);
  const isOpen = link.state === 'open';
  return (
    <>
      <Window state="live" label={links.region} screenKey={screenKey}>
        <FirstLine mark="busy">
          <span>{order === null ? links.noOrder : links.order({ order })}</span>
        </FirstLine>
        <GiantAmount amountMinor={link.totalMinor} currency={link.currency} />
        <PromptTitle>{message.title}</PromptTitle>
        <Say>{message.say}</Say>
        {isOpen && link.url !== null ? (
          <div className={`${css.paylink} tb-push-down`}>
            <QrCode data={link.url} label={links.scan.qr} />
            <LinkFacts link={link} url={link.url} />
          </div>
        ) : null}
      </Window>
      {sending === null || !isOpen ? (
        <OpenKeys link={link} onSend={setSending} />
      ) : (
        <Keys>
          <SendForm key={sending} link={link.id} way={sending} onDone={() => setSending(null)} />
        </Keys>
      )}
    </>
  );
}

function openMessage({ state, isBeingPaid, url }: PayLinkView, links: ReturnType<typeof useTexts>['words']['links']) {
  if (state === 'creating') return links.making;
  if (state === 'closing') return links.closing;
  if (isBeingPaid) return links.beingPaid;
  return url === null ? links.noAddress : links.scan;
}

/** Time of the last poll, end of the link, recipient, and the address itself. */
function LinkFacts({ link, url }: { link: PayLinkView; url: string }) {
  const texts = useTexts();
  const { links } = texts.words;
  const now = useNow();
  const { facts } = links;
  const asked = link.polledAt === null ? null : texts.ageAgo(now - Date.parse(link.polledAt));
  const leftMs = Date.parse(link.endsAt) - now;
  const sentTo = link.deliveries.at(-1)?.to;
  return (
    <div className={css.paylinkFacts}>
      {sentTo === undefined ? null : <span>{facts.sent({ to: sentTo })}</span>}
      {link.refusedTries === 0 ? null : <b>{facts.refused({ count: link.refusedTries })}</b>}
      <span>
        {asked === null ? (
          facts.neverAsked
        ) : (
          <>
            {link.missedPolls > 0 ? facts.missed : facts.notPaid} <b>{asked}</b>
          </>
        )}
      </span>
      <span>
        {leftMs > 0 ? (
          <>
            {facts.endsIn} <b>{texts.stopwatch(leftMs)}</b>
          </>
        ) : (
          facts.ended
        )}
      </span>
      <CopyKey url={url} />
      <span className={`${css.paylinkUrl} tb-code`}>{url}</span>
    </div>
  );
}

function CopyKey({ url }: { url: string }) {
  const { links } = useTexts().words;
  const announce = useAnnounce();
  const [done, setDone] = useState<string | null>(null);
  const copy = async () => {
    let message = links.copied;
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // The page lacks the permission, or the focus.
      message = links.notCopied;
    }
    setDone(message);
    announce(message);
  };
  return (
    <>
      <Key name="copy-link" variant="small" onPress={() => void copy()}>
        {links.copy}
      </Key>
      {done === null ? null : (
        <span>
          <Icon name="tick" /> {done}
        </span>
      )}
    </>
  );
}

function OpenKeys({ link, onSend }: { link: PayLinkView; onSend: (way: 'EMAIL' | 'SMS') => void }) {
  const texts = useTexts();
  const { links } = texts.words;
  const announce = useAnnounce();
  const { closeLink, leaveLink } = useCommands();
  const isOpen = link.state === 'open';
  const isClosing = link.state === 'closing';
  const order = orderNameOf(link);
  const waiting = links.waiting({ amount: texts.money(link.totalMinor, link.currency) });
  const plate = link.state === 'creating' ? links.making.locked : isClosing ? links.closing.locked : waiting;
  return (
    <Keys>
      {isOpen ? (
        <div className={css.linkPair}>
          <Key name="send-text" icon="message" onPress={() => onSend('SMS')}>
            {links.sendText}
          </Key>
          <Key name="send-email" icon="mail" onPress={() => onSend('EMAIL')}>
            {links.sendEmail}
          </Key>
        </div>
      ) : null}
      <Plate title={links.whyLocked} isWideOnly>
        <p>{order === null ? links.whyLockedUnnamed : links.whyLockedSay({ order })}</p>
      </Plate>
      <Problem />
      <Spacer />
      <div className={css.linkPair}>
        <Key name="leave-link" icon="arrow" sub={links.leaveSub} onPress={() => leaveLink(link.id)}>
          {links.leave}
        </Key>
        {isClosing ? null : (
          <Key name="close-link" icon="cross" shortcut="Escape" onPress={() => void closeLink(link.id)}>
            {links.close}
          </Key>
        )}
      </div>
      <LockedPlate onEnter={() => announce(plate, 'assertive')}>{plate}</LockedPlate>
    </Keys>
  );
}
