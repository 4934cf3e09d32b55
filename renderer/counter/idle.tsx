import { lazyWithRetry } from '../components/lazy-with-retry.ts';
import { GiantAmount } from '../components/giant.tsx';
import { Icon } from '../components/icon.tsx';
import { Key, Keys, LockedPlate } from '../components/keys.tsx';
import { Keypad } from '../components/keypad.tsx';
import { useSpeakOnce } from '../components/announcer.tsx';
import { FirstLine, Title, Window } from '../components/window.tsx';
import { surchargeOf } from '../../electron/contract/index.ts';
import {
  entryAmountMinor,
  isEmptyEntry,
  lastPaid,
  tillCurrency,
  useCommands,
  useNow,
  useTill,
} from '../store/index.ts';
import { isTillBrowser } from '../store/web-sessions.ts';
import { LastReceiptKey } from '../receipts/receipt-keys.tsx';
import { useTexts } from '../text/index.ts';
import { brandName } from '../text/payment-words.ts';
import { LeftOpenLinks } from './left-open-links.tsx';
import { ChargeKey } from '../sale/charge-key.tsx';
import { Details } from './details.tsx';
import { PayLinkKey } from '../sale/pay-link-key.tsx';
import { Problem } from '../sale/problem.tsx';
import { Refusal } from '../sale/refusal.tsx';
import { SaleRows, SurchargeList } from './sale-rows.tsx';
import { useGuide } from './training/use-guide.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './counter.module.css';

// Loaded on demand: only learners need the guide.
const GuidePanel = lazyWithRetry(async () => (await import('./training/guide-panel.tsx')).GuidePanel);
// Loaded on demand: a live till never shows the setup prompt.
const SetupKey = lazyWithRetry(async () => (await import('./setup-note.tsx')).SetupKey);
const SetupNote = lazyWithRetry(async () => (await import('./setup-note.tsx')).SetupNote);
const UpdateNote = lazyWithRetry(async () => (await import('./update-note.tsx')).UpdateNote);
const BrowserNote = lazyWithRetry(async () => (await import('./browser-note.tsx')).BrowserNote);
const HealedNote = lazyWithRetry(async () => (await import('./healed-note.tsx')).HealedNote);
// Loaded only when a cash drawer is configured.
const DrawerKey = lazyWithRetry(async () => (await import('../sale/drawer-key.tsx')).DrawerKey);
const OpenGuide = lazyWithRetry(async () => (await import('./training/guide-panel.tsx')).OpenGuide);

/** Shorter outages are not reported: cashiers do not notice them. */
const HEALED_FROM_MS = 3_000;

/** Shown when no payment is running: the amount, and the keys to enter it. */
export function Idle() {
  const asking = useTill((state) => state.sale.asking);
  return (
    <>
      <IdleWindow />
      {asking === null ? <IdleKeys /> : <Details detail={asking} />}
    </>
  );
}

function useAmount(): { amountMinor: number; totalMinor: number; currency: string; isEmpty: boolean } {
  const entry = useTill((state) => state.sale.entry);
  const hasDetails = useTill(({ sale }) => sale.order !== null || sale.note !== null);
  const till = useTill((state) => state.mirror.host?.till);
  const currency = useTill(tillCurrency);
  const amountMinor = entryAmountMinor(entry, currency);
  const totalMinor = amountMinor + surchargeOf(till?.surcharge, amountMinor, 0);
  return { amountMinor, totalMinor, currency, isEmpty: isEmptyEntry(entry) && !hasDetails };
}

function IdleWindow() {
  const { words } = useTexts();
  const { amountMinor, currency, isEmpty } = useAmount();
  const { clearAmount } = useCommands();
  const last = useTill((state) => lastPaid(state.mirror.host));
  const isPractising = useTill(({ mirror }) => mirror.host?.till.mode === 'training');
  const guide = useGuide();
  return (
    <Window state="idle" label={words.counter.amountRegion} screenKey="idle">
      <FirstLine>
        <Title>{words.counter.toCharge}</Title>
        {isEmpty ? null : (
          <span className={windowCss.toRight}>
            <Key name="clear" variant="flat" shortcut="Escape" onPress={clearAmount}>
              {words.counter.clear}
            </Key>
          </span>
        )}
      </FirstLine>
      <GiantAmount
        amountMinor={amountMinor}
        currency={currency}
        isQuiet={amountMinor === 0}
        {...(amountMinor === 0 ? { spoken: words.counter.nothingYet } : {})}
      />
      <Refusal />
      <Scanned />
      <Problem />
      <div className="tb-stack tb-push-down">
        <Unmatched />
        <QuarantineNote />
        <SettingsNote />
        <Strips amountMinor={amountMinor} currency={currency} />
        {isPractising ? <SetupNote /> : null}
        <LeftOpenLinks />
        {guide && !guide.progress.isOff ? (
          <>
            <SurchargeList amountMinor={amountMinor} />
            {last ? <LastReceiptKey attempt={last} isHidden /> : null}
            <GuidePanel guide={guide} />
          </>
        ) : (
          <>
            <SaleRows amountMinor={amountMinor} />
            <LastSale />
            <Drawer />
            {guide ? <OpenGuide guide={guide} /> : null}
            {isPractising ? <SetupKey isFlat /> : null}
          </>
        )}
      </div>
    </Window>
  );
}

/** Key that opens the cash drawer without a sale, if the till has a drawer. */
function Drawer() {
  const hasDrawer = useTill(({ mirror }) => mirror.host?.till.receipts?.drawer ?? false);
  if (!hasDrawer) return null;
  return <DrawerKey />;
}

/**
 * Notes on the till itself: it is connected again, another version is ready, or it runs in a browser. Never shown
 * during a payment.
 */
function Strips({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  const isBack = useTill(({ mirror }) => (mirror.back?.awayMs ?? 0) >= HEALED_FROM_MS);
  const hasUpdate = useTill(({ mirror }) => Boolean(mirror.host?.update));
  return (
    <>
      {isBack ? <HealedNote amountMinor={amountMinor} currency={currency} /> : null}
      {hasUpdate ? <UpdateNote /> : isTillBrowser() ? <BrowserNote /> : null}
    </>
  );
}

/** Amount that a scanner typed; it replaced any typed amount. */
function Scanned() {
  const texts = useTexts();
  const scannedMinor = useTill((state) => state.sale.scannedMinor);
  const currency = useTill(tillCurrency);
  const scannedText = (amount: string) => texts.words.sale.scanned({ amount });
  useSpeakOnce(
    scannedMinor === null ? '' : `scanned/${scannedMinor}`,
    scannedMinor === null ? '' : scannedText(texts.spoken(scannedMinor, currency)),
  );
  if (scannedMinor === null) return null;
  return (
    <p className={css.scanned}>
      <Icon name="tick" />
      <span>{scannedText(texts.money(scannedMinor, currency))}</span>
    </p>
  );
}

function Unmatched() {
  const unmatched = useTill((state) => state.mirror.host?.unmatched);
  const read = useTill((state) => state.sale.unmatchedRead);
  const { dismissUnmatched } = useCommands();
  const { unmatched: text } = useTexts().words.outcomes;
  const newest = unmatched?.[0];
  if (!newest || (unmatched?.length ?? 0) <= read) return null;
  return (
    <div className={css.note}>
      <p>
        <b>{text.title}</b> {newest.attempt ? text.say({ attempt: newest.attempt.slice(-6) }) : text.sayUnknown}{' '}
        {text.next}
      </p>
      <Key name="read-unmatched" variant="small" onPress={dismissUnmatched}>
        {text.dismiss}
      </Key>
    </div>
  );
}

/**
 * Note that the records were damaged and the till began new records by itself. The note stays until the damaged records
 * have been removed.
 */
function QuarantineNote() {
  const texts = useTexts();
  const quarantined = useTill((state) => state.mirror.host?.journal?.quarantined ?? null);
  const { stopped: text } = texts.words.outcomes;
  const note = quarantined
    ? `${text.quarantined({ time: texts.clockTime(quarantined.at) })} ${text.quarantinedNext}`
    : '';
  useSpeakOnce(quarantined?.file ?? '', note);
  if (!quarantined) return null;
  return (
    <div className={css.note}>
      <p>{note}</p>
      <p className={`${windowCss.small} tb-code`} data-part="small">
        {quarantined.file}
      </p>
    </div>
  );
}

/** Note that the saved and the active settings differ: a till that was meant to go live may still be practising. */
function SettingsNote() {
  const isRefused = useTill(({ mirror }) => Boolean(mirror.host?.settings?.failure));
  const { settingsRefused } = useTexts().words.outcomes.stopped;
  useSpeakOnce(isRefused ? 'settings-refused' : '', isRefused ? settingsRefused : '');
  if (!isRefused) return null;
  return (
    <div className={css.note}>
      <p>{settingsRefused}</p>
    </div>
  );
}

function LastSale() {
  const texts = useTexts();
  const last = useTill((state) => lastPaid(state.mirror.host));
  const now = useNow();
  if (!last) return null;
  const amount = texts.money(last.capturedMinor ?? last.amountMinor, last.currency);
  const age = texts.ageAgo(now - Date.parse(last.finishedAt ?? last.updatedAt));
  return (
    <p className={css.last}>
      <Icon name="tick" />
      <span>
        {texts.words.counter.lastSaleLead} <b>{texts.words.counter.lastSale({ amount })}</b>
        {last.card?.lastFour ? (
          <span className="tb-hide-xs">
            , {brandName(last.card.brand)} {last.card.lastFour}
          </span>
        ) : null}
        , {age}
      </span>
      <LastReceiptKey attempt={last} />
    </p>
  );
}

function IdleKeys() {
  const texts = useTexts();
  const { amountMinor, totalMinor, currency } = useAmount();
  const isDecimal = useTill((state) => state.mirror.host?.till.amountEntry === 'decimal');
  const total = texts.money(totalMinor, currency);
  const { typeKey, charge, hold, openLink } = useCommands();
  const order = useTill((state) => state.sale.order);
  // The guided first sale offers a single way to pay.
  const guide = useGuide();
  const isGuided = guide?.lesson === 'sale' && !guide.progress.isOff;
  const hasTabs = useTill(({ mirror }) => mirror.host?.till.tabs ?? false);
  return (
    <Keys>
      <Keypad onKey={typeKey} isDecimal={isDecimal} />
      {isGuided ? null : (
        <div className={hasTabs ? 'tb-two' : 'tb-stack'}>
          {hasTabs ? <HoldKey amountMinor={amountMinor} total={total} onPress={() => void hold()} /> : null}
          <PayLinkKey amountMinor={amountMinor} order={order} onPress={() => void openLink()} />
        </div>
      )}
      <ChargeKey name="charge" amountMinor={amountMinor} onPress={() => void charge()}>
        {texts.words.counter.charge({ amount: total })}
      </ChargeKey>
    </Keys>
  );
}

function HoldKey({ amountMinor, total, onPress }: { amountMinor: number; total: string; onPress: () => void }) {
  const { counter } = useTexts().words;
  if (amountMinor === 0) {
    return (
      <LockedPlate isGo={false} icon="none">
        {counter.holdKey}
      </LockedPlate>
    );
  }
  return (
    <ChargeKey name="hold" amountMinor={amountMinor} isGo={false} shortcut="F6" onPress={onPress}>
      {counter.hold({ amount: total })}
    </ChargeKey>
  );
}
