import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { lazyWithRetry } from './components/lazy-with-retry.ts';
import { Announcer } from './components/announcer.tsx';
import { ScanGuardProvider } from './components/scan-guard.tsx';
import { CounterScreen } from './counter/counter-screen.tsx';
import { isDisplayHash } from './frame/display-place.ts';
import { storeKioskPage, wasKioskPage } from './frame/known-kind.ts';
import { WaitingPage } from './frame/moment.tsx';
import { useRoute } from './frame/routes.ts';
import { FrameDialogs, useFrameDialog } from './frame/dialogs.tsx';
import { useFrameKeys } from './frame/shortcuts.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { TrainingBand } from './frame/training-band.tsx';
import { hasOpenAttempt, isBarcode, needsSignIn, useCommands, useScreen, useTill } from './store/index.ts';
import { LanguageProvider, useTexts } from './text/index.ts';
import * as frameCss from './frame/frame.module.css';
import './frame/short-wide.css';

/** A screen that is loaded on demand. Its files are local, so loading shows no text. */
const place = (load: () => Promise<ComponentType>) =>
  lazyWithRetry(load, <main className={frameCss.stage} data-part="stage" aria-busy="true" />);

// A cashier's first load needs none of these.
const TechnicianScreen = place(async () => (await import('./technician/technician-screen.tsx')).TechnicianScreen);
const HistoryScreen = place(async () => (await import('./history/history-screen.tsx')).HistoryScreen);
const TabsScreen = place(async () => (await import('./tabs/tabs-screen.tsx')).TabsScreen);
const DayScreen = place(async () => (await import('./day/day-screen.tsx')).DayScreen);
const SettingsScreen = place(async () => (await import('./settings/settings-screen.tsx')).SettingsScreen);
// Sounds are not needed at the first load.
const Sounds = lazyWithRetry(async () => (await import('./sound/sounds.tsx')).Sounds);
const DisplayScreen = place(async () => (await import('./display/display-screen.tsx')).DisplayScreen);
const SetupScreen = place(async () => (await import('./setup/setup-screen.tsx')).SetupScreen);
const KioskScreen = place(async () => (await import('./kiosk/kiosk-screen.tsx')).KioskScreen);

/** Every place. All except the sale are loaded on demand. */
const places = {
  sale: CounterScreen,
  tabs: TabsScreen,
  history: HistoryScreen,
  day: DayScreen,
  terminals: TechnicianScreen,
  settings: SettingsScreen,
  setup: SetupScreen,
} as const;

/** The frame around every screen, chosen by the till: counter with navigation, or kiosk without. */
export function App() {
  const locale = useTill((state) => state.mirror.host?.till.locale ?? null);
  const isKiosk = useTill((state) => state.mirror.host?.till.isKiosk ?? false);
  const amountDigits = useTill((state) => String(state.mirror.host?.till.maxAmountMinor ?? '').length);
  // A customer display cannot become a till: its connection can only read (main.tsx).
  const [isDisplay] = useState(() => isDisplayHash(window.location.hash));
  return (
    <LanguageProvider locale={locale} scope={isDisplay ? 'display' : isKiosk ? 'kiosk' : 'till'}>
      <Announcer>
        <ScanGuardProvider amountDigits={amountDigits} isBarcode={isBarcode}>
          <Page isDisplay={isDisplay} />
        </ScanGuardProvider>
      </Announcer>
    </LanguageProvider>
  );
}

function Page({ isDisplay }: { isDisplay: boolean }) {
  const isKiosk = useTill((state) => state.mirror.host?.till.isKiosk ?? null);
  const isTraining = useTill((state) => state.mirror.host?.till.mode === 'training');
  const { language } = useTexts();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (isKiosk !== null) storeKioskPage(isKiosk);
  }, [isKiosk]);
  return (
    <div className={frameCss.app} data-part="app" data-training={isTraining || undefined}>
      {isTraining ? <TrainingBand /> : null}
      {isDisplay ? <DisplayScreen /> : isKiosk === null ? <Unknown /> : isKiosk ? <KioskScreen /> : <Places />}
      {isDisplay ? null : <Sounds />}
    </div>
  );
}

/** Shown before the host has described this till. If the till cannot start, a cashier sees why. */
function Unknown() {
  const screen = useScreen();
  return screen.kind === 'stopped' && !wasKioskPage() ? <CounterScreen /> : <WaitingPage isFirst />;
}

function Places() {
  const route = useRoute();
  const Place = places[route];
  const { words } = useTexts();
  const isPaying = useTill(hasOpenAttempt);
  const { dialog, openDialog, closeDialog } = useFrameDialog();
  const openShortcuts = useCallback(() => openDialog('shortcuts'), [openDialog]);
  useFrameKeys(openShortcuts);
  useStay();
  const isSignIn = useTill(needsSignIn);
  const screen = useScreen();
  const isCounter = route === 'sale' || isSignIn || (route === 'setup' && screen.kind === 'stopped');
  const place = words.frame[route];
  useEffect(() => {
    document.title = `${place} · ${words.frame.product}`;
  }, [place, words]);
  if (isCounter && screen.kind === 'moment') return <WaitingPage isFirst={screen.isFirst} />;
  return (
    <>
      <TopBar route={route} onShortcuts={openShortcuts} onThisScreen={() => openDialog('this-screen')} />
      {isCounter ? <CounterScreen /> : <Place />}
      <FrameDialogs dialog={dialog} isPaying={isPaying} onOpen={openDialog} onClose={closeDialog} />
    </>
  );
}

/** Keeps the cashier signed in while keys or pointers are in use. */
function useStay() {
  const { stay } = useCommands();
  useEffect(() => {
    const moments = ['keydown', 'pointerdown'] as const;
    for (const moment of moments) window.addEventListener(moment, stay, { capture: true });
    return () => moments.forEach((moment) => window.removeEventListener(moment, stay, { capture: true }));
  }, [stay]);
}
