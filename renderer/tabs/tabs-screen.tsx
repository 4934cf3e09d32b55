import { useCallback, useEffect, useRef, useState } from 'react';
import { KeyScope } from '../components/key-scope.tsx';
import '../components/list.css';
import { goToTab, useTabShown } from '../frame/routes.ts';
import { usePayment, type ShownPayment } from '../store/use-payment.ts';
import { TabDetail } from './tab-detail.tsx';
import { TabList } from './tab-list.tsx';
import './tabs.css';
import { useTabs } from './use-tabs.ts';

/** What is done about the tab shown. */
export type TabDoing = 'charge' | 'release';

/** Tabs (#/tabs): what is held on cards, to be charged later. */
export function TabsScreen() {
  const shownId = useTabShown();
  const read = usePayment(shownId);
  const tabs = useTabs();
  // The list has it already, while the payment itself is still being read.
  const listed = tabs.list.find(({ id }) => id === shownId);
  const shown: ShownPayment = !read.attempt && listed ? { ...read, attempt: listed, state: 'ready' } : read;
  const [opened, setOpened] = useState<{ id: string | null; doing: TabDoing }>({ id: null, doing: 'charge' });
  const doing = opened.id === shownId ? opened.doing : 'charge';
  const setDoing = useCallback((next: TabDoing) => setOpened({ id: shownId, doing: next }), [shownId]);

  // Closing gives the focus back to the row it came from.
  const lastId = useRef(shownId);
  useEffect(() => {
    if (shownId === null && lastId.current !== null) {
      const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
      rows.find(({ dataset }) => dataset['row'] === lastId.current)?.focus();
    }
    lastId.current = shownId;
  }, [shownId]);

  return (
    <KeyScope screenKey={`tabs/${shownId ?? ''}/${doing}/${shown.attempt?.state ?? ''}`}>
      <main className="tb-stage tb-listed" data-has-detail={shownId === null ? undefined : true}>
        <TabList tabs={tabs} shownId={shownId} />
        <TabDetail
          key={shownId ?? 'none'}
          shown={shown}
          isWanted={shownId !== null}
          doing={doing}
          onDoing={setDoing}
          onClose={() => goToTab(null)}
        />
      </main>
    </KeyScope>
  );
}
