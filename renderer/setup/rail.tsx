import type { SetupStep, SetupView } from '../../electron/contract/index.ts';
import { Icon } from '../components/icon.tsx';
import { Key, Spacer } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';
import { setupWords, type SetupTexts } from '../text/setup-words.ts';
import * as numberCss from '../components/number.module.css';
import * as railCss from '../components/rail.module.css';
import * as windowCss from '../components/window.module.css';

/** The lines in their order. The merchant and the shop's name share one line. */
const railSteps = ['mode', 'account', 'shop', 'terminal', 'person', 'receipts', 'test', 'open'] as const;
export type RailStep = (typeof railSteps)[number];

/** Returns the line of a step. */
export const railStepOf = (step: SetupStep): RailStep => (step === 'merchant' ? 'shop' : step);

/** Every step with its answer, and the way back to training. */
export function SetupRail({ view, onPractise }: { view: SetupView; onPractise: (() => void) | null }) {
  const texts = useTexts(setupWords);
  const { rail } = texts.words.setup;
  const now = view.step === null ? railSteps.length : railSteps.indexOf(railStepOf(view.step));
  return (
    <nav className={railCss.rail} data-part="rail" aria-label={rail.region}>
      <ol>
        {railSteps.map((step, index) => {
          const answer = answerOf(step, view, texts);
          const isDone = index < now;
          return (
            <li
              key={step}
              className={railCss.row}
              data-part="rail-row"
              data-state={isDone ? 'done' : index === now ? 'now' : 'to-come'}
              {...(index === now ? { 'aria-current': 'step' as const } : {})}
            >
              <span className={numberCss.number} data-part="number" aria-hidden="true">
                {isDone ? <Icon name={view.skipped.includes(step) ? 'clock' : 'tick'} /> : index + 1}
              </span>
              <span>
                <span className="tb-sr">
                  {rail.step({ name: rail.names[step], number: index + 1, count: railSteps.length })}
                </span>
                <span aria-hidden="true">{rail.names[step]}</span>
                {answer === null || index === now ? null : <span className={railCss.sub}>{answer}</span>}
              </span>
            </li>
          );
        })}
      </ol>
      <Spacer />
      <p className={`${windowCss.small} tb-quiet tb-only-wide`} data-part="small">
        {rail.kept}
      </p>
      {onPractise ? (
        <Key name="practise" variant="flat" onPress={onPractise}>
          {rail.practise}
        </Key>
      ) : null}
    </nav>
  );
}

/** Summarizes the answer of a step, or returns null without one. */
function answerOf(step: RailStep, { answers, skipped, test }: SetupView, texts: SetupTexts): string | null {
  const { rail, merchant: shops } = texts.words.setup;
  if (skipped.includes(step)) return rail.later;
  const { mode, account, merchant, shop, terminal, person, receipts } = answers;
  switch (step) {
    case 'mode':
      return mode ? rail.modes[mode] : null;
    case 'account':
      return account ? shops.count({ count: account.merchants.length }) : null;
    case 'shop':
      return shop?.shop ?? merchant?.name ?? null;
    case 'terminal':
      return terminal?.label ?? null;
    case 'person':
      return person?.name ?? null;
    case 'receipts':
      return receipts ? (receipts.printer ?? rail.noPrinter) : null;
    case 'test':
      return test?.state === 'voided' ? rail.voided : null;
    case 'open':
      return null;
  }
}
