import { useState } from 'react';
import { orderNameOf } from '../../../electron/domain/index.ts';
import { isPartlyPaidLink, orderKeyOf, type PayLinkView } from '../../../electron/contract/index.ts';
import { useSpeakOnce } from '../../components/announcer.tsx';
import { GiantAmount } from '../../components/giant.tsx';
import { Key, Keys, Plate, Spacer } from '../../components/keys.tsx';
import {
  ChargedSentence,
  Fact,
  Facts,
  Foot,
  LeadTitle,
  FirstLine,
  Next,
  Say,
  SplitWindow,
  Strip,
  Window,
  WindowPart,
  Heading,
} from '../../components/window.tsx';
import { ChargeKey } from '../../sale/charge-key.tsx';
import { OrderSumList, useOrderSum } from '../../sale/order-sum.tsx';
import { OtherTenderKey, OtherTenderKeys } from '../../sale/other-tender-key.tsx';
import { sentences } from '../../sale/message.ts';
import { PayLinkKey } from '../../sale/pay-link-key.tsx';
import { Problem } from '../../sale/problem.tsx';
import { screenKeyOf, useCommands, useTill } from '../../store/index.ts';
import { useTexts } from '../../text/index.ts';
import { payLinkEndMessage } from './pay-link-message.ts';

/** End of a payment link: the paid amount, or that nothing was paid, and what to do. */
export function LinkEnd({ link }: { link: PayLinkView }) {
  const texts = useTexts();
  const { links, outcomes } = texts.words;
  const [isNoting, setIsNoting] = useState(false);
  const part = useTill(({ mirror: { host } }) =>
    [...(host?.attempts ?? []), ...(host?.payLinks ?? [])].find(({ id }) => id === link.part),
  );
  const order = useOrderSum(part ?? link);
  const message = payLinkEndMessage(link, texts, order?.sum ?? null);
  const isPart = isPartlyPaidLink(link) && order !== null && order.sum.restMinor > 0;
  const screenKey = screenKeyOf({ kind: 'link', link });
  const spoken = [
    message.heading,
    message.strip,
    message.movedMinor === null ? null : texts.spoken(message.movedMinor, link.currency),
  ];
  useSpeakOnce(
    `${screenKey}/${link.payments.length}`,
    sentences([...spoken, message.charged, message.say, message.next]),
    message.urgency,
  );
  return (
    <>
      {message.movedMinor === null ? (
        <Window state="cancelled" label={links.region} screenKey={screenKey}>
          <FirstLine mark="cancelled">
            <span>{texts.money(link.totalMinor, link.currency)}</span>
          </FirstLine>
          <Heading length={message.heading.length}>{message.heading}</Heading>
          <ChargedSentence>{message.charged}</ChargedSentence>
          {message.strip === null ? null : <Strip>{message.strip}</Strip>}
          <Say>{message.say}</Say>
          <Foot>
            <Next>{message.next}</Next>
            <EndFacts link={link} isMoved={message.movedMinor !== null} />
          </Foot>
        </Window>
      ) : isPart ? (
        <SplitWindow label={links.region} screenKey={screenKey}>
          <WindowPart state="paid">
            <PaidLines message={message} movedMinor={message.movedMinor} currency={link.currency} />
            <Foot>
              <EndFacts link={link} isMoved={message.movedMinor !== null} />
            </Foot>
          </WindowPart>
          <WindowPart state="checking">
            <FirstLine>
              <h2>{outcomes.partly.rest}</h2>
            </FirstLine>
            <GiantAmount amountMinor={order.sum.restMinor} currency={link.currency} />
            <Foot>
              <Next>{message.next}</Next>
            </Foot>
          </WindowPart>
        </SplitWindow>
      ) : (
        <Window state="paid" label={links.region} screenKey={screenKey}>
          <PaidLines message={message} movedMinor={message.movedMinor} currency={link.currency} />
          <Foot>
            <Next>{message.next}</Next>
            <EndFacts link={link} isMoved={message.movedMinor !== null} />
          </Foot>
        </Window>
      )}
      {isNoting ? (
        <OtherTenderKeys
          amountMinor={order?.sum.restMinor ?? link.totalMinor}
          currency={link.currency}
          part={order?.root ?? null}
          order={order ? orderKeyOf(order.root) : link.order}
          onDone={() => setIsNoting(false)}
        />
      ) : (
        <EndKeys link={link} order={order} onNote={() => setIsNoting(true)} />
      )}
    </>
  );
}

/** Facts for a later search. `isMoved`: money was paid through the link. */
function EndFacts({ link, isMoved }: { link: PayLinkView; isMoved: boolean }) {
  const texts = useTexts();
  const { links, outcomes } = texts.words;
  const name = orderNameOf(link);
  return (
    <Facts>
      {name === null ? null : <Fact label={outcomes.facts.order} value={name} />}
      {link.closedBy === null || isMoved ? null : <Fact label={links.ended.by} value={link.closedBy} />}
      {link.payments[0]?.transfer ? (
        <Fact label={links.facts.reference} value={link.payments[0].transfer} isCode isWideOnly />
      ) : null}
      {link.failure ? <Fact label={outcomes.facts.reason} value={link.failure.code} isCode isWideOnly /> : null}
      {link.finishedAt === null ? null : <Fact label={texts.clockTime(link.finishedAt)} isWideOnly />}
    </Facts>
  );
}

function PaidLines({
  message,
  movedMinor,
  currency,
}: {
  message: ReturnType<typeof payLinkEndMessage>;
  movedMinor: number;
  currency: string;
}) {
  return (
    <>
      <FirstLine mark="paid">
        <LeadTitle>{message.heading}</LeadTitle>
      </FirstLine>
      <GiantAmount amountMinor={movedMinor} currency={currency} />
      {message.strip === null ? null : <Strip>{message.strip}</Strip>}
      <Say>{message.say}</Say>
    </>
  );
}

/** Remaining actions: charge the rest of the order, charge the same amount another way, or start the next sale. */
function EndKeys({
  link,
  order,
  onNote,
}: {
  link: PayLinkView;
  order: ReturnType<typeof useOrderSum>;
  onNote: () => void;
}) {
  const texts = useTexts();
  const { links, outcomes } = texts.words;
  const { dismissLink, chargeAgain, openLinkAgain, openRestLink } = useCommands();
  const openMinor = order ? order.sum.restMinor : link.state === 'paid' ? 0 : link.totalMinor;
  const open = texts.money(openMinor, link.currency);
  // The rest belongs to the same order; an order without a number is identified by its first payment.
  const ofOrder = order ? orderKeyOf(order.root) : link.order;
  const done = () => dismissLink(link);
  const charge = () => {
    dismissLink(link);
    // The link's amount already includes a surcharge, and so does the rest of an order.
    const tipMinor = order ? 0 : link.tipMinor;
    const { currency, note } = link;
    void chargeAgain(openMinor - tipMinor, { currency, tipMinor, surchargeMinor: 0, order: ofOrder, note });
  };
  const again = () => {
    if (!order) return void openLinkAgain(link);
    dismissLink(link);
    void openRestLink(order.root, openMinor);
  };
  return (
    <Keys>
      {order ? (
        <Plate title={links.sum.title}>
          <OrderSumList sum={order.sum} currency={link.currency} />
        </Plate>
      ) : null}
      <Problem />
      <Spacer />
      {openMinor > 0 ? (
        <>
          <PayLinkKey
            amountMinor={openMinor}
            currency={link.currency}
            order={ofOrder}
            label={links.ended.again}
            onPress={again}
          />
          <OtherTenderKey onPress={onNote} />
          <Key name="end-sale" shortcut="Escape" onPress={done}>
            {links.ended.end}
          </Key>
          <ChargeKey
            name="charge-again"
            amountMinor={openMinor}
            currency={link.currency}
            order={ofOrder}
            onPress={charge}
          >
            {texts.words.counter.charge({ amount: open })}
          </ChargeKey>
        </>
      ) : (
        <Key name="new-sale" variant="go" shortcut="Enter" onPress={done}>
          {outcomes.keys.newSale}
        </Key>
      )}
    </Keys>
  );
}
