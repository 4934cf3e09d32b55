import './styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { disableKioskKeys } from './frame/dead-keys.ts';
import { isDisplayHash } from './frame/display-place.ts';
import { stayAwake } from './frame/stay-awake.ts';
import { failureReporter } from './frame/report-failure.ts';
import { syncPreferences } from './store/carry-over.ts';
import { carrierFor, isKioskBrowser, startBridge } from './store/bridge.ts';
import { createTill, hasOpenAttempt, TillProvider } from './store/index.ts';
import { publishBasket } from './store/publish-basket.ts';
import { sessionMemory } from './store/session.ts';
import { followSignIn } from './store/sign-in.ts';
import { createTillStore, mirrorOf } from './store/till-store.ts';
import { loadFirstLanguage } from './text/index.ts';
import { applyTheme } from './theme/choice.ts';

applyTheme();
const now = () => Date.now();
const memory = sessionMemory(window.sessionStorage);
const store = createTillStore({ now, memory });
// A customer display requests a read-only connection, and stays a display until it is reloaded.
const isDisplay = isDisplayHash(window.location.hash);
window.addEventListener('hashchange', () => {
  if (isDisplayHash(window.location.hash) !== isDisplay) window.location.reload();
});
const bridge = startBridge(carrierFor(window, isDisplay ? 'display' : 'till'), mirrorOf(store, now));
const till = createTill({ store, bridge, memory, now, ticks: () => performance.now() });
if (!isDisplay) {
  publishBasket(store, bridge, memory.windowName());
  followSignIn({ store, bridge, memory });
}
const reportFailure = failureReporter(bridge, () => window.location.hash);
window.addEventListener('error', (event) => reportFailure(event.error ?? event.message));
window.addEventListener('unhandledrejection', (event) => reportFailure(event.reason));
disableKioskKeys(window, () => store.getState().mirror.host?.till.isKiosk ?? isKioskBrowser(window.localStorage));
stayAwake(window);
syncPreferences(window);
window.addEventListener('pagehide', () => bridge.stop());
// A browser asks before it closes the page of a running payment. Electron's shell asks by itself, and a kiosk does not
// ask.
window.addEventListener('beforeunload', (event) => {
  const state = store.getState();
  if (isDisplay || window.location.protocol === 'app:' || state.mirror.host?.till.isKiosk) return;
  if (hasOpenAttempt(state)) event.preventDefault();
});

// The first text is already in the till's language: its file is local, and English is bundled.
await loadFirstLanguage();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element "root"');
// Loaded in advance but without blocking the first load: when a screen fails, the server may have stopped.
const instead = import('./frame/failed-screen.ts');
const showInstead = async (): Promise<void> => (await instead).showFailed(hasOpenAttempt(store.getState()));
createRoot(root, {
  onUncaughtError: (error, { componentStack }) => {
    reportFailure(error, componentStack);
    void showInstead();
  },
}).render(
  <TillProvider till={till}>
    <App />
  </TillProvider>,
);
void instead.then(({ sendHeartbeats }) => sendHeartbeats(window));
