import { Key } from '../components/keys.tsx';
import { Foot, Next } from '../components/window.tsx';
import { useTexts } from '../text/index.ts';
import { Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** Place that opens once the till is live. */
export type Opened = 'sale' | 'people';

/** Shows every answer once more; then the till takes payments. */
export function OpenStep({ run, onOpen }: { run: StepRun; onOpen: (to: Opened) => void }) {
  const texts = useTexts(setupWords);
  const { open: text, rail } = texts.words.setup;
  const { answers, test, skipped } = run.view;
  const { shop, terminal, person, receipts, mode } = answers;
  const rows: [string, string][] = [
    [text.shop, shop?.shop ?? ''],
    [text.till, shop?.name ?? ''],
    [text.terminal, terminal?.label ?? text.later],
    [text.manager, person?.name ?? text.later],
    [text.receipts, skipped.includes('receipts') ? text.later : (receipts?.printer ?? rail.noPrinter)],
    [text.test, test?.state === 'voided' ? text.voided({ amount: texts.money(0, test.currency) }) : text.later],
  ];
  return (
    <Step
      run={run}
      name="open"
      title={text.title}
      keys={
        <Key name="people" icon="person" onPress={() => onOpen('people')}>
          {text.people}
        </Key>
      }
      go={{ label: text.go, press: () => onOpen('sale') }}
    >
      <dl className={css.sum}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Foot>
        <Next>{mode === 'sandbox' ? text.nextSandbox : text.nextLive}</Next>
      </Foot>
    </Step>
  );
}
