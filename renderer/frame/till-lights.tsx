import { Lights } from '../components/lights.tsx';
import { deviceOf, tillTerminal, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { cableLight, platformLight } from './light-views.ts';
import { routes } from './routes.ts';

/** Cable and Platform of this till's terminal. On a kiosk they lead nowhere. */
export function TillLights({ isLink = true }: { isLink?: boolean }) {
  const host = useTill((state) => state.mirror.host);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const now = useNow();
  const texts = useTexts();
  const terminal = tillTerminal(host);
  const platform = platformLight(host?.platform, deviceOf(host, terminal), now, texts, isLive);
  return (
    <Lights
      cable={cableLight(terminal, now, texts, isLive)}
      // No payment goes to it, however well the platform is there.
      platform={terminal?.device?.failure ? { ...platform, state: 'down' } : platform}
      {...(isLink ? { href: routes.terminals } : {})}
    />
  );
}
