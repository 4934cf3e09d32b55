import { Lights } from '../components/lights.tsx';
import { deviceOf, tillTerminal, useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { cableLight, platformLight } from './light-views.ts';
import { routes } from './routes.ts';

/** Cable and Platform lights of this till's terminal. On a kiosk they are no links. */
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
      // The host refuses payments on this Device, even when the platform is connected.
      platform={terminal?.device?.failure ? { ...platform, state: 'down' } : platform}
      {...(isLink ? { href: routes.terminals } : {})}
    />
  );
}
