import type { HostState } from '../../electron/contract/index.ts';
import { useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';

/** What the guide types: 42.60 in a currency with cents. */
const EXAMPLE_MINOR = 4260;

/** The guide stands until one sale has gone through in training. It follows from the host, so a reload keeps it. */
export function wantsFirstSale(host: HostState | null): boolean {
  return (
    host !== null &&
    host.till.mode === 'training' &&
    host.practice !== null &&
    !host.attempts.some((attempt) => attempt.state === 'captured')
  );
}

/** Three numbered lines; `step` is the one to do now. */
export function FirstSale({ step }: { step: 1 | 2 | 3 }) {
  const texts = useTexts();
  const { guide } = texts.words.counter;
  const currency = useTill((state) => state.mirror.host?.till.currency ?? 'USD');
  const lines = [
    <>
      {guide.typeLead} <b>{String(EXAMPLE_MINOR).split('').join(' ')}</b>{' '}
      {guide.typeFor(texts.money(EXAMPLE_MINOR, currency))}
    </>,
    <>
      {guide.pressLead} <b>{guide.charge}</b>
    </>,
    <>
      {guide.pressLead} <b>{guide.tap}</b> {guide.onPractice}
    </>,
  ];
  return (
    <div className="tb-guide">
      <h2>{guide.title}</h2>
      <ol>
        {lines.map((line, index) => (
          <li
            key={index}
            data-state={index + 1 < step ? 'done' : index + 1 === step ? 'now' : 'to-come'}
            {...(index + 1 === step ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="tb-number">{index + 1}</span>
            <span>{line}</span>
          </li>
        ))}
      </ol>
      <p className="tb-small">{guide.afterwards}</p>
    </div>
  );
}
