import './styles.ts';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { carrierFor, startBridge } from './store/bridge.ts';
import { createTill, TillProvider } from './store/index.ts';
import { sessionMemory } from './store/session.ts';
import { createTillStore, mirrorOf } from './store/till-store.ts';
import { ThemeProvider } from './theme/provider.tsx';

const now = () => Date.now();
const memory = sessionMemory(window.sessionStorage);
const store = createTillStore({ now, memory });
const bridge = startBridge(carrierFor(window), mirrorOf(store, now));
const till = createTill({ store, bridge, memory, now });
window.addEventListener('pagehide', () => bridge.stop());

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element "root"');
createRoot(root).render(
  <ThemeProvider>
    <TillProvider till={till}>
      <App />
    </TillProvider>
  </ThemeProvider>,
);
