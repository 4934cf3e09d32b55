import type { ReactNode } from 'react';
import { asksForTips, surchargeOf, tipRoomOf, type TillView } from '../../electron/contract/index.ts';
import { Key } from '../components/keys.tsx';
import { tillTerminal, useCommands, useTill, type SaleDetail } from '../store/index.ts';
import { useTexts, type Texts } from '../text/index.ts';
import * as css from './counter.module.css';

/** Line under the amount: its name, its value, and the key that changes the value. */
export function Row({
  name,
  isQuiet = false,
  isWideOnly = false,
  children,
  keys,
}: {
  name: string;
  isQuiet?: boolean;
  isWideOnly?: boolean;
  children: ReactNode;
  keys?: ReactNode;
}) {
  return (
    <div className={isWideOnly ? `${css.row} ${css.rowWide}` : css.row}>
      <dt>{name}</dt>
      <dd className={isQuiet ? 'tb-quiet' : undefined}>{children}</dd>
      {keys ? <dd className={css.rowKey}>{keys}</dd> : null}
    </div>
  );
}

/** Order or note, with the key that opens its form. */
export function DetailRow({ detail, isWideOnly = false }: { detail: SaleDetail; isWideOnly?: boolean }) {
  const { sale: words } = useTexts().words;
  const text = useTill((state) => state.sale[detail]);
  const { askDetail } = useCommands();
  const name = words.rows[detail];
  const act = text === null ? words.add : words.change;
  return (
    <Row
      name={name}
      isQuiet={text === null}
      isWideOnly={isWideOnly}
      keys={
        <Key
          name={`ask-${detail}`}
          variant="flat"
          shortcut={detail === 'order' ? 'F2' : 'F4'}
          label={`${act}, ${name}`}
          onPress={() => askDetail(detail)}
        >
          {act}
        </Key>
      }
    >
      {text ?? words.none}
    </Row>
  );
}

/** Rows under the amount: order, tip, note, and surcharge. `amountMinor`: price of the goods. */
export function SaleRows({ amountMinor }: { amountMinor: number }) {
  const texts = useTexts();
  const { sale: words } = texts.words;
  const till = useTill((state) => state.mirror.host?.till);
  const isCloud = useTill((state) => tillTerminal(state.mirror.host)?.route === 'cloud');
  const hasNote = useTill((state) => state.sale.note !== null);
  const { askTip } = useCommands();
  if (!till) return null;
  const hasTips = asksForTips(till.tips);
  return (
    <dl className={css.rows}>
      <DetailRow detail="order" />
      {hasTips ? (
        <Row
          name={words.rows.tip}
          keys={
            amountMinor > 0 ? (
              <Key
                name="ask-tip"
                variant="flat"
                shortcut="F3"
                label={`${words.add}, ${words.rows.tip}`}
                onPress={askTip}
              >
                {words.add}
              </Key>
            ) : null
          }
        >
          {tipWords(till, isCloud, amountMinor, texts)}
        </Row>
      ) : null}
      <DetailRow detail="note" isWideOnly={!hasNote} />
      <SurchargeRows amountMinor={amountMinor} tipMinor={0} />
    </dl>
  );
}

/** States when the tip is requested; for a tip after the card, also how much is held. */
function tipWords(till: TillView, isCloud: boolean, amountMinor: number, texts: Texts): ReactNode {
  const { tip } = texts.words.sale;
  switch (till.tips?.when) {
    case 'terminal':
      return isCloud ? tip.onTerminal : tip.onScreen;
    case 'after': {
      const surchargeMinor = surchargeOf(till.surcharge, amountMinor, 0);
      const roomMinor = tipRoomOf(till.tips, amountMinor, surchargeMinor, till.maxAmountMinor);
      const heldMinor = amountMinor + surchargeMinor + roomMinor;
      return (
        <>
          {tip.after}
          {amountMinor > 0 ? (
            <span className="tb-quiet">, {tip.held({ amount: texts.money(heldMinor, till.currency) })}</span>
          ) : null}
        </>
      );
    }
    case 'before':
    case undefined:
      return tip.onScreen;
  }
}

/** Surcharge as the customer reads it, before anything is charged. */
export function SurchargeRows({ amountMinor, tipMinor }: { amountMinor: number; tipMinor: number }) {
  const texts = useTexts();
  const { sale: words } = texts.words;
  const till = useTill((state) => state.mirror.host?.till);
  const surchargeMinor = surchargeOf(till?.surcharge, amountMinor, tipMinor);
  if (!till?.surcharge || surchargeMinor === 0) return null;
  return (
    <Row name={words.rows.surcharge}>
      {words.tellCustomer({ label: till.surcharge.label, amount: texts.money(surchargeMinor, till.currency) })}
    </Row>
  );
}

/** Surcharge alone, when the other rows have no room: the surcharge is always shown. */
export function SurchargeList({ amountMinor }: { amountMinor: number }) {
  const hasSurcharge = useTill(({ mirror }) => surchargeOf(mirror.host?.till.surcharge, amountMinor, 0) > 0);
  if (!hasSurcharge) return null;
  return (
    <dl className={css.rows}>
      <SurchargeRows amountMinor={amountMinor} tipMinor={0} />
    </dl>
  );
}
