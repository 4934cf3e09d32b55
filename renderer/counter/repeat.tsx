import type { ReactNode } from 'react';
import { chargeTotalOf } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Keys, Key, Plate, Spacer } from '../components/keys.tsx';
import {
  ChargedSentence,
  Fact,
  Facts,
  Foot,
  FirstLine,
  Next,
  Say,
  Title,
  Window,
  Heading,
} from '../components/window.tsx';
import { screenKeyOf, useCommands, useTill, type LinkRepeat, type RepeatQuestion } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ChargeKey } from '../sale/charge-key.tsx';
import { AttemptFacts } from './facts.tsx';
import { sentences } from '../sale/message.ts';
import { Problem } from '../sale/problem.tsx';
import * as css from './same-card.module.css';
import { agoOf } from '../text/payment-words.ts';

/** Question before a charge; nothing was sent. */
export function ChargeRepeat({ repeat }: { repeat: RepeatQuestion }) {
  return repeat.link === null ? <PaidAlready repeat={repeat} /> : <ChargeBesideLink repeat={repeat} />;
}

/** Question before a payment link is created; nothing was sent. */
export function PayLinkRepeat({ repeat }: { repeat: LinkRepeat }) {
  return repeat.link === null ? <LinkPaidAlready repeat={repeat} /> : <LinkBesideLink repeat={repeat} />;
}

function ChargeBesideLink({ repeat }: { repeat: RepeatQuestion }) {
  const texts = useTexts();
  const { whose } = texts.words.links;
  const { answerRepeat } = useCommands();
  const { kind, amountMinor, currency } = repeat.submission;
  const totalMinor = chargeTotalOf(repeat.submission);
  const amount = texts.money(totalMinor, currency);
  return (
    <WhoseLink
      screenKey={screenKeyOf({ kind: 'repeat', repeat })}
      link={repeat.link}
      totalMinor={totalMinor}
      currency={currency}
      nothing={texts.words.outcomes.nobodyCharged}
      onSame={() => void answerRepeat(false)}
    >
      <ChargeKey
        name="other-customer"
        amountMinor={amountMinor}
        currency={currency}
        order={null}
        onPress={() => void answerRepeat(true)}
      >
        {kind === 'authorization' ? whose.hold({ amount }) : whose.charge({ amount })}
      </ChargeKey>
    </WhoseLink>
  );
}

function LinkBesideLink({ repeat }: { repeat: LinkRepeat }) {
  const { links } = useTexts().words;
  const { answerLinkRepeat } = useCommands();
  const { amountMinor, tipMinor, currency } = repeat.submission;
  return (
    <WhoseLink
      screenKey={screenKeyOf({ kind: 'link-repeat', repeat })}
      link={repeat.link}
      totalMinor={amountMinor + tipMinor}
      currency={currency}
      nothing={links.repeat.nothing}
      onSame={() => void answerLinkRepeat(false)}
    >
      <Key name="other-customer" variant="go" shortcut="Enter" onPress={() => void answerLinkRepeat(true)}>
        {links.whose.link}
      </Key>
    </WhoseLink>
  );
}

/**
 * An open link asks for the same amount, and the amount alone does not show whether the customer is the same.
 * `children`: the key for another customer.
 */
function WhoseLink({
  screenKey,
  link: asked,
  totalMinor,
  currency,
  nothing,
  onSame,
  children,
}: {
  screenKey: string;
  link: string | null;
  totalMinor: number;
  currency: string;
  nothing: string;
  onSame: () => void;
  children: ReactNode;
}) {
  const texts = useTexts();
  const { whose } = texts.words.links;
  const link = useTill((state) => state.mirror.host?.payLinks?.find(({ id }) => id === asked));
  const amount = texts.money(totalMinor, currency);
  useSpeakOnce(
    screenKey,
    sentences([whose.title({ amount: texts.spoken(totalMinor, currency) }), nothing, whose.next]),
    'assertive',
  );
  return (
    <>
      <Window state="idle" label={whose.region} screenKey={screenKey}>
        <FirstLine mark="question">
          <span>{amount}</span>
        </FirstLine>
        <Title className={css.question}>{whose.title({ amount })}</Title>
        <ChargedSentence>{nothing}</ChargedSentence>
        <Foot>
          <Next>{whose.next}</Next>
          <Facts>
            {link ? <Fact label={whose.opened} value={texts.clockTime(link.openedAt)} /> : null}
            <span>{whose.byNumber}</span>
          </Facts>
        </Foot>
      </Window>
      <Keys>
        <Problem />
        <Spacer />
        <Key name="same-customer" shortcut="Escape" onPress={onSame}>
          {whose.same}
        </Key>
        {children}
      </Keys>
    </>
  );
}

/** Shown when the order was already paid. Nothing was sent; Enter means not to charge. */
function PaidAlready({ repeat }: { repeat: RepeatQuestion }) {
  const texts = useTexts();
  const text = texts.words.counter.repeat;
  const { answerRepeat } = useCommands();
  const { kind, amountMinor, currency } = repeat.submission;
  const before = useTill((state) => state.mirror.host?.attempts.find(({ id }) => id === repeat.attempt));
  const amount = texts.money(chargeTotalOf(repeat.submission), currency);
  const say = text.say[kind]({ amount, ago: agoOf(text, repeat.minutes) });
  return (
    <>
      <QuestionWindow
        screenKey={screenKeyOf({ kind: 'repeat', repeat })}
        amount={amount}
        words={{ ...text, say, nothing: text.notTwice }}
      />
      <Keys>
        {before ? (
          <Plate title={text.before} isWideOnly>
            <AttemptFacts attempt={before} />
          </Plate>
        ) : null}
        <AnswerKeys no={{ name: 'do-not-charge', label: text.dont, onPress: () => void answerRepeat(false) }}>
          <ChargeKey
            name="charge-again"
            amountMinor={amountMinor}
            currency={currency}
            isGo={false}
            shortcut="F9"
            onPress={() => void answerRepeat(true)}
          >
            {text.again({ amount })}
          </ChargeKey>
        </AnswerKeys>
      </Keys>
    </>
  );
}

/**
 * Shown when the order, or this amount minutes ago, was paid. No payment link was created; Enter means not to create a
 * link.
 */
function LinkPaidAlready({ repeat }: { repeat: LinkRepeat }) {
  const texts = useTexts();
  const { links, counter } = texts.words;
  const text = links.repeat;
  const { answerLinkRepeat } = useCommands();
  const { amountMinor, tipMinor, currency } = repeat.submission;
  const amount = texts.money(amountMinor + tipMinor, currency);
  const say = text.say({ amount, ago: agoOf(counter.repeat, repeat.minutes) });
  return (
    <>
      <QuestionWindow
        screenKey={screenKeyOf({ kind: 'link-repeat', repeat })}
        amount={amount}
        words={{ ...text, say }}
      />
      <Keys>
        <AnswerKeys no={{ name: 'no-link', label: text.dont, onPress: () => void answerLinkRepeat(false) }}>
          <Key name="link-again" icon="qr" shortcut="F7" onPress={() => void answerLinkRepeat(true)}>
            {text.make}
          </Key>
        </AnswerKeys>
      </Keys>
    </>
  );
}

/** States the earlier payment, and that the request was not repeated. */
function QuestionWindow({
  screenKey,
  amount,
  words: { region, heading, say, nothing, next },
}: {
  screenKey: string;
  amount: string;
  words: Record<'region' | 'heading' | 'say' | 'nothing' | 'next', string>;
}) {
  useSpeakOnce(screenKey, sentences([heading, say, nothing, next]), 'assertive');
  return (
    <Window state="idle" label={region} screenKey={screenKey}>
      <FirstLine mark="card">
        <span>{amount}</span>
      </FirstLine>
      <Heading length={heading.length}>{heading}</Heading>
      <ChargedSentence>{say}</ChargedSentence>
      <Say>{nothing}</Say>
      <Foot>
        <Next>{next}</Next>
      </Foot>
    </Window>
  );
}

/** `children`: the key that confirms the repetition. `no`: the go key. */
function AnswerKeys({
  no,
  children,
}: {
  no: { name: string; label: string; onPress: () => void };
  children: ReactNode;
}) {
  return (
    <>
      <Problem />
      <Spacer />
      {children}
      <Key name={no.name} variant="go" shortcut="Enter" onPress={no.onPress}>
        {no.label}
      </Key>
    </>
  );
}
