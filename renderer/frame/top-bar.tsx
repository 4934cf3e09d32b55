import { useDisclosure } from '@mantine/hooks';
import { UnstyledButton } from '@mantine/core';
import { Icon, Logo } from '../components/icon.tsx';
import { hasOpenAttempt, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { routes, type Route } from './routes.ts';
import { TillLights } from './till-lights.tsx';

/** Till and shop, places, lights. On a phone the places are behind Menu. */
export function TopBar({
  route,
  onShortcuts,
  onThisScreen,
}: {
  route: Route;
  onShortcuts: () => void;
  onThisScreen: () => void;
}) {
  const till = useTill((state) => state.mirror.host?.till);
  const isOpen = useTill(hasOpenAttempt);
  const { words } = useTexts();
  const [isMenuOpen, menu] = useDisclosure(false);
  const openTabs = useTill((state) => state.mirror.host?.openTabs ?? 0);
  const places: { route: Route; name: string; tally: number; say: string }[] = [
    { route: 'sale', name: words.frame.sale, tally: isOpen && route !== 'sale' ? 1 : 0, say: words.frame.saleRunning },
    { route: 'tabs', name: words.frame.tabs, tally: openTabs, say: words.frame.openTabs(openTabs) },
    { route: 'history', name: words.frame.history, tally: 0, say: '' },
    { route: 'day', name: words.frame.day, tally: 0, say: '' },
    { route: 'terminals', name: words.frame.terminals, tally: 0, say: '' },
  ];
  return (
    <header className="tb-top">
      <UnstyledButton
        className="tb-tool tb-only-narrow"
        aria-label={isMenuOpen ? words.frame.closeMenu : words.frame.menu}
        aria-expanded={isMenuOpen}
        aria-controls="places"
        onClick={menu.toggle}
      >
        <Icon name={isMenuOpen ? 'cross' : 'menu'} />
      </UnstyledButton>
      <div className="tb-who">
        <span className="tb-only-wide">
          <Logo />
        </span>
        <span>
          {till?.name ?? words.frame.product}
          <span className="tb-quiet tb-only-wide-inline">&ensp;{till?.shop}</span>
        </span>
      </div>
      <nav id="places" className="tb-nav" data-open={isMenuOpen || undefined} aria-label={words.frame.mainNavigation}>
        {places.map((place) => (
          <a
            key={place.route}
            href={routes[place.route]}
            onClick={menu.close}
            {...(place.route === route ? { 'aria-current': 'page' as const } : {})}
          >
            {place.name}
            {place.tally > 0 ? (
              <span className="tb-tally">
                <span aria-hidden="true">{place.tally}</span>
                <span className="tb-sr"> {place.say}</span>
              </span>
            ) : null}
          </a>
        ))}
        <button
          type="button"
          className="tb-nav-tool"
          onClick={() => {
            menu.close();
            onThisScreen();
          }}
        >
          {words.thisScreen.title}
        </button>
      </nav>
      <div className="tb-top-end">
        <UnstyledButton className="tb-tool tb-only-wide" aria-label={words.thisScreen.button} onClick={onThisScreen}>
          <Icon name="screen" />
        </UnstyledButton>
        <UnstyledButton
          className="tb-tool tb-only-wide"
          aria-label={words.frame.shortcuts.button}
          aria-keyshortcuts="?"
          onClick={onShortcuts}
        >
          <Icon name="help" />
        </UnstyledButton>
        <TillLights />
      </div>
    </header>
  );
}
