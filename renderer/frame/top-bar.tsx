import { useState } from 'react';
import { Button } from '../components/button.tsx';
import { Icon, Logo } from '../components/icon.tsx';
import { hasOpenAttempt, useCommands, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { routes, type Route } from './routes.ts';
import { TillLights } from './till-lights.tsx';
import * as css from './frame.module.css';

/** Till and shop, places, lights. A phone shows the places behind Menu. */
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
  const signedIn = useTill((state) => state.signedIn);
  // The setup has its own keys for leaving: the top bar must not interrupt a half-given answer.
  const isSetup = route === 'setup';
  const { frame, thisScreen } = useTexts().words;
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <header className={css.top} data-part="top">
      {isSetup ? null : (
        <Button
          className={`${css.tool} tb-only-narrow`}
          aria-label={isMenuOpen ? frame.closeMenu : frame.menu}
          aria-expanded={isMenuOpen}
          aria-controls="places"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          <Icon name={isMenuOpen ? 'cross' : 'menu'} />
        </Button>
      )}
      <div className={css.who} data-part="who">
        <span className="tb-only-wide">
          <Logo />
        </span>
        <span>
          {isSetup ? frame.setup : (till?.name ?? frame.product)}
          {isSetup ? null : <span className={`tb-quiet ${css.onlyWideInline}`}>&ensp;{till?.shop}</span>}
          {signedIn ? <span className="tb-only-narrow">, {signedIn.name}</span> : null}
        </span>
      </div>
      {isSetup ? null : (
        <Places
          route={route}
          isMenuOpen={isMenuOpen}
          onLeave={() => setIsMenuOpen(false)}
          onThisScreen={onThisScreen}
        />
      )}
      <div className={css.topEnd} data-part="top-end">
        <SignedIn />
        <a
          className={`${css.tool} tb-only-wide`}
          href={routes.settings}
          aria-label={frame.settings}
          {...(route === 'settings' ? { 'aria-current': 'page' as const } : {})}
        >
          <Icon name="settings" />
        </a>
        <Button className={`${css.tool} tb-only-wide`} aria-label={thisScreen.button} onClick={onThisScreen}>
          <Icon name="screen" />
        </Button>
        <Button
          className={`${css.tool} tb-only-wide`}
          aria-label={frame.shortcuts.button}
          aria-keyshortcuts="?"
          onClick={onShortcuts}
        >
          <Icon name="help" />
        </Button>
        <TillLights />
      </div>
    </header>
  );
}

/** The signed-in person; a press signs them out for the next cashier. */
function SignedIn() {
  const isOn = useTill((state) => Boolean(state.mirror.host?.till.signIn));
  const person = useTill((state) => state.signedIn);
  const { signIn: text } = useTexts().words;
  const { signOut } = useCommands();
  if (!isOn) return null;
  if (!person) {
    return (
      <span className={`${css.tool} ${css.me} tb-only-wide`}>
        <Icon name="person" />
        <span>{text.nobody}</span>
      </span>
    );
  }
  return (
    <Button
      className={`${css.tool} ${css.me} tb-only-wide`}
      aria-label={text.signOut({ name: person.name })}
      onClick={() => void signOut().catch(() => undefined)}
    >
      <Icon name="person" />
      <span>{person.name}</span>
    </Button>
  );
}

/** Links to the other screens, with the number of items that wait there. */
function Places({
  route,
  isMenuOpen,
  onLeave,
  onThisScreen,
}: {
  route: Route;
  isMenuOpen: boolean;
  /** Called when an item of the menu was chosen. */
  onLeave: () => void;
  onThisScreen: () => void;
}) {
  const { frame, signIn, thisScreen } = useTexts().words;
  const isOpen = useTill(hasOpenAttempt);
  const signedIn = useTill((state) => state.signedIn?.name ?? null);
  const { signOut } = useCommands();
  const openTabs = useTill((state) => state.mirror.host?.openTabs ?? 0);
  const places: { route: Route; name: string; tally: number; say: string }[] = [
    { route: 'sale', name: frame.sale, tally: isOpen && route !== 'sale' ? 1 : 0, say: frame.saleRunning },
    { route: 'tabs', name: frame.tabs, tally: openTabs, say: frame.openTabs({ count: openTabs }) },
    { route: 'history', name: frame.history, tally: 0, say: '' },
    { route: 'day', name: frame.day, tally: 0, say: '' },
    { route: 'terminals', name: frame.terminals, tally: 0, say: '' },
  ];
  return (
    <nav id="places" className={css.nav} data-open={isMenuOpen || undefined} aria-label={frame.mainNavigation}>
      {places.map((place) => (
        <a
          key={place.route}
          href={routes[place.route]}
          onClick={onLeave}
          {...(place.route === route ? { 'aria-current': 'page' as const } : {})}
        >
          {place.name}
          {place.tally > 0 ? (
            <span className={css.tally} data-part="tally">
              <span aria-hidden="true">{place.tally}</span>
              <span className="tb-sr"> {place.say}</span>
            </span>
          ) : null}
        </a>
      ))}
      <a
        className={css.navTool}
        href={routes.settings}
        onClick={onLeave}
        {...(route === 'settings' ? { 'aria-current': 'page' as const } : {})}
      >
        {frame.settings}
      </a>
      <button
        type="button"
        className={css.navTool}
        onClick={() => {
          onLeave();
          onThisScreen();
        }}
      >
        {thisScreen.title}
      </button>
      {signedIn === null ? null : (
        <button
          type="button"
          className={css.navTool}
          onClick={() => {
            onLeave();
            void signOut().catch(() => undefined);
          }}
        >
          {signIn.signOut({ name: signedIn })}
        </button>
      )}
    </nav>
  );
}
