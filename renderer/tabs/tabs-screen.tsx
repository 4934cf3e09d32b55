import { KeyScope } from '../components/key-scope.tsx';
import { useRowForm } from '../components/use-row-form.ts';
import { goToTab, useTabShown } from '../frame/routes.ts';
import { usePayment, type ShownPayment } from '../store/use-payment.ts';
import { TabDetail, type TabDoing } from './tab-detail.tsx';
import { TabList } from './tab-list.tsx';
import { useTabs } from './use-tabs.ts';
import * as frameCss from '../frame/frame.module.css';

/** Tabs (#/tabs): holds on cards, to be captured later. */
export function TabsScreen() {
  const shownId = useTabShown();
  const read = usePayment(shownId);
  const tabs = useTabs();
  // The list already has the tab while the payment itself is still being read.
  const listed = tabs.list.find(({ id }) => id === shownId);
  const shown: ShownPayment = !read.attempt && listed ? { ...read, attempt: listed, state: 'ready' } : read;
  const [doing, setDoing] = useRowForm<TabDoing>(shownId, 'charge');

  return (
    <KeyScope screenKey={`tabs/${shownId ?? ''}/${doing}/${shown.attempt?.state ?? ''}`}>
      <main
        className={frameCss.stage}
        data-part="stage"
        data-layout="listed"
        data-has-detail={shownId === null ? undefined : true}
      >
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
