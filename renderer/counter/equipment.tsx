import { useState, type ReactNode } from 'react';
import type { Failure, TerminalView } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Evidence, Key, Keys, Spacer } from '../components/keys.tsx';
import { Keypad } from '../components/keypad.tsx';
import { PathPicture } from '../components/path-picture.tsx';
import { ChargedSentence, Fact, Facts, Foot, FirstLine, Next, Say, Window, Heading } from '../components/window.tsx';
import { goTo } from '../frame/routes.ts';
import {
  amountRefusal,
  entryAmountMinor,
  screenKeyOf,
  tillCurrency,
  useCommands,
  useNow,
  useTill,
  type TerminalTrouble,
} from '../store/index.ts';
import { useTexts, type Texts } from '../text/index.ts';
import { ChargeKey } from '../sale/charge-key.tsx';
import { OtherTenderKey, OtherTenderKeys } from '../sale/other-tender-key.tsx';
import { sentences } from '../sale/message.ts';
import { PayLinkKey } from '../sale/pay-link-key.tsx';
import { Problem } from '../sale/problem.tsx';

/** Amount typed before the trouble, and the sentence that the amount is kept. */
function useKept(): { amountMinor: number; currency: string; sentence: string } {
  const texts = useTexts();
  const entry = useTill((state) => state.sale.entry);
  const currency = useTill(tillCurrency);
  const amountMinor = entryAmountMinor(entry, currency);
  const sentence =
    amountMinor > 0 ? texts.words.outcomes.equipment.kept({ amount: texts.money(amountMinor, currency) }) : '';
  return { amountMinor, currency, sentence };
}

function KeptCharge() {
  const texts = useTexts();
  const { amountMinor, currency } = useKept();
  // The key is locked while the trouble lasts; ChargeKey shows the reason.
  return (
    <ChargeKey name="charge" amountMinor={amountMinor} onPress={() => {}}>
      {texts.words.counter.charge({ amount: texts.money(amountMinor, currency) })}
    </ChargeKey>
  );
}

/**
 * Actions that need no terminal: type or change the amount, send a payment link, or record another tender. `hasLink`:
 * the platform is reachable.
 */
function WaysOn({ hasLink, children }: { hasLink: boolean; children?: ReactNode }) {
  const texts = useTexts();
  const { links } = texts.words;
  const { amountMinor, currency } = useKept();
  const order = useTill((state) => state.sale.order);
  const isDecimal = useTill((state) => state.mirror.host?.till.amountEntry === 'decimal');
  const { openLink, typeKey } = useCommands();
  const isRefused = useTill((state) => amountRefusal(state) !== null);
  const [doing, setDoing] = useState<'typing' | 'noting' | null>(null);
  const back = () => setDoing(null);
  if (doing === 'noting' && amountMinor > 0) {
    return <OtherTenderKeys amountMinor={amountMinor} currency={currency} part={null} order={order} onDone={back} />;
  }
  return (
    <Keys>
      {doing === 'typing' ? (
        <>
          <Keypad onKey={typeKey} isDecimal={isDecimal} />
          <Key name="hide-keypad" icon="back" shortcut="Escape" onPress={back}>
            {links.hideKeys}
          </Key>
        </>
      ) : (
        <>
          {children}
          <Key name="type-amount" onPress={() => setDoing('typing')}>
            {links.typeAmount}
          </Key>
        </>
      )}
      {hasLink ? <PayLinkKey amountMinor={amountMinor} order={order} onPress={() => void openLink()} /> : null}
      {amountMinor > 0 && !isRefused ? <OtherTenderKey onPress={() => setDoing('noting')} /> : null}
      <Problem />
      {doing === 'typing' ? null : <Spacer />}
      <KeptCharge />
    </Keys>
  );
}

/** Failure of the terminal, or else of its Device at the platform. */
function reasonOf(terminal: TerminalView | undefined): Failure | null {
  return terminal?.failure ?? terminal?.device?.failure ?? null;
}

function terminalWords(trouble: TerminalTrouble, terminal: TerminalView | undefined, texts: Texts) {
  const { equipment } = texts.words.outcomes;
  const why = reasonOf(terminal);
  const failure = why ? texts.words.failures[why.code] : undefined;
  switch (trouble) {
    case 'lost': {
      const say = terminal ? equipment.lost.say({ time: texts.clockTime(terminal.since) }) : '';
      // A terminal that was never found needs other advice than an unplugged terminal.
      const wasThere = terminal?.failure?.code === 'LINK_LOST' || terminal?.failure?.code === 'LINK_CLOSED';
      return failure && !wasThere
        ? { heading: equipment.lost.heading, say: failure.what, next: failure.next }
        : { heading: equipment.lost.heading, say, next: equipment.lost.next };
    }
    case 'rebooting':
      return equipment.rebooting;
    case 'failed':
      return {
        heading: equipment.failed.heading,
        say: failure?.what ?? '',
        next: failure?.next ?? equipment.lost.next,
      };
    case 'none':
      return equipment.none;
  }
}

/** Shown when the terminal of this till is unable to accept payments and no payment is running. */
export function TerminalTroubleScreen({
  trouble,
  terminal,
}: {
  trouble: TerminalTrouble;
  terminal: TerminalView | undefined;
}) {
  const texts = useTexts();
  const { counter, outcomes, frame } = texts.words;
  const now = useNow();
  const kept = useKept();
  const message = terminalWords(trouble, terminal, texts);
  const say = [message.say, kept.sentence].filter(Boolean).join(' ');
  const screenKey = screenKeyOf({ kind: 'terminal', trouble, terminal });
  useSpeakOnce(screenKey, sentences([message.heading, outcomes.noneRunning, say, message.next]), 'assertive');
  const reason = reasonOf(terminal);
  // The terminal itself is ready, so the screen must not call it unplugged.
  const isFine = terminal?.state === 'ready';
  const forMs = terminal ? now - Date.parse(terminal.since) : 0;
  const { evidence, facts } = outcomes;
  const began =
    trouble === 'rebooting'
      ? evidence.restarting
      : trouble === 'failed'
        ? evidence.terminalTrouble
        : evidence.unplugged;
  return (
    <>
      <Window state="equipment" label={counter.terminalRegion} screenKey={screenKey}>
        <FirstLine mark="equipment">
          <span>
            {terminal
              ? [terminal.model, terminal.serialNumber].filter(Boolean).join(', ') || terminal.address
              : frame.terminals}
          </span>
        </FirstLine>
        <Heading length={message.heading.length}>{message.heading}</Heading>
        <ChargedSentence>{outcomes.noneRunning}</ChargedSentence>
        <Say>{say}</Say>
        {trouble === 'rebooting' || isFine ? null : <PathPicture brokenAt="cable" />}
        <Foot>
          <Next>{message.next}</Next>
          {terminal ? (
            <Facts>
              {terminal.serialNumber ? <Fact label={facts.serialNumber} value={terminal.serialNumber} isCode /> : null}
              {isFine ? null : (
                <Fact label={trouble === 'lost' ? facts.unpluggedFor : facts.outFor} value={texts.stopwatch(forMs)} />
              )}
              {reason ? <Fact label={facts.reason} value={reason.code} isCode isWideOnly /> : null}
            </Facts>
          ) : null}
        </Foot>
      </Window>
      <WaysOn hasLink>
        {terminal && !isFine ? (
          <Evidence
            title={evidence.meanwhile}
            isWideOnly
            lines={[
              { time: texts.clockTime(terminal.since), text: began, isHot: true },
              { time: texts.clockTime(now), text: evidence.lookingSince },
            ]}
          />
        ) : null}
        <Key name="to-terminals" icon="wrench" onPress={() => goTo('terminals')}>
          {outcomes.equipment.toTerminals}
        </Key>
      </WaysOn>
    </>
  );
}

/** Shown when the platform is unreachable or denies access, and no payment is running. */
export function PlatformTroubleScreen({ trouble }: { trouble: 'unreachable' | 'refused' | 'not-configured' }) {
  const texts = useTexts();
  const { counter, outcomes, failures } = texts.words;
  const now = useNow();
  const kept = useKept();
  const platform = useTill((state) => state.mirror.host?.platform);
  const { platform: text, equipment, facts, evidence } = outcomes;
  const code = platform?.failure?.code ?? (trouble === 'refused' ? 'API_UNAUTHORIZED' : 'API_NOT_CONFIGURED');
  const message = {
    unreachable: {
      heading: text.heading,
      say: text.say({ time: texts.clockTime(platform?.since ?? now) }),
      next: text.next,
    },
    refused: { heading: text.refusedHeading, say: failures[code].what, next: failures[code].next },
    'not-configured': {
      heading: text.notConfiguredHeading,
      say: failures.API_NOT_CONFIGURED.what,
      next: failures.API_NOT_CONFIGURED.next,
    },
  }[trouble];
  const say = [message.say, kept.sentence].filter(Boolean).join(' ');
  const screenKey = screenKeyOf({ kind: 'platform', trouble });
  useSpeakOnce(screenKey, sentences([message.heading, outcomes.noneRunning, say, message.next]), 'assertive');
  return (
    <>
      <Window state="equipment" label={counter.platformRegion} screenKey={screenKey}>
        <FirstLine mark="equipment">
          <span>
            {equipment.terminalFine}
            {trouble === 'unreachable' ? <span className="tb-hide-xs">{equipment.networkNot}</span> : null}
          </span>
        </FirstLine>
        <Heading length={message.heading.length}>{message.heading}</Heading>
        <ChargedSentence>{outcomes.noneRunning}</ChargedSentence>
        <Say>{say}</Say>
        <PathPicture brokenAt="network" />
        <Foot>
          <Next>{message.next}</Next>
          <Facts>
            {platform ? (
              <Fact
                label={trouble === 'refused' ? facts.noAccessFor : facts.outFor}
                value={texts.stopwatch(now - Date.parse(platform.since))}
              />
            ) : null}
            {platform?.host ? <Fact label={facts.host} value={platform.host} isWideOnly /> : null}
            {platform?.failure ? <Fact label={facts.reason} value={platform.failure.code} isCode isWideOnly /> : null}
          </Facts>
        </Foot>
      </Window>
      <WaysOn hasLink={false}>
        {platform ? (
          <Evidence
            title={evidence.whatWeKnow}
            isWideOnly
            lines={[
              {
                time: texts.clockTime(platform.since),
                text: trouble === 'refused' ? evidence.accessLost : evidence.outSince,
                isHot: true,
              },
              ...(platform.askedAt && platform.askedAt > platform.since
                ? [
                    {
                      time: texts.clockTime(platform.askedAt),
                      text: trouble === 'refused' ? evidence.triedLast : evidence.askedLast,
                    },
                  ]
                : []),
            ]}
          />
        ) : null}
      </WaysOn>
    </>
  );
}
