import { useState } from 'react';
import { localDay } from '../../electron/domain/index.ts';
import type { DayEntry, OtherTender } from '../../electron/contract/index.ts';
import { KeyScope } from '../components/key-scope.tsx';
import { Keys } from '../components/keys.tsx';
import { TakeBackForm } from '../sale/take-back-form.tsx';
import { useTime } from '../store/index.ts';
import { stretchOfDay } from './day-of.ts';
import { DayKeys } from './day-keys.tsx';
import { DayWindow } from './day-window.tsx';
import * as css from './day.module.css';
import { ExplainForm } from './explain-form.tsx';
import { useComparison, useTotals } from './use-day.ts';
import * as frameCss from '../frame/frame.module.css';

/** Day (#/day): the takings, whether they add up, and whether the platform agrees. */
export function DayScreen() {
  const time = useTime();
  const [date, setDate] = useState(() => localDay(time()));
  const stretch = stretchOfDay(date);
  const { totals, isAway } = useTotals(stretch);
  const comparison = useComparison(stretch, time);
  const [explaining, setExplaining] = useState<DayEntry | null>(null);
  const [mistake, setMistake] = useState<OtherTender | null>(null);
  return (
    <KeyScope screenKey={`day/${explaining ? 'explain' : mistake ? 'take-back' : 'keys'}`}>
      <main className={`${frameCss.stage} ${css.day}`} data-part="stage">
        <DayWindow date={date} totals={totals} isAway={isAway} comparison={comparison} onDate={setDate} />
        {explaining ? (
          <Keys>
            <ExplainForm
              entry={explaining}
              onBack={() => setExplaining(null)}
              onAnswered={(link) => {
                comparison.explained(link);
                setExplaining(null);
              }}
            />
          </Keys>
        ) : mistake ? (
          <Keys>
            <TakeBackForm noted={mistake} onDone={() => setMistake(null)} />
          </Keys>
        ) : (
          <DayKeys
            stretch={stretch}
            totals={totals}
            comparison={comparison}
            onExplain={setExplaining}
            onTakeBack={setMistake}
          />
        )}
      </main>
    </KeyScope>
  );
}
