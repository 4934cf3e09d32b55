import { useEffect } from 'react';
import { checkNames, type CheckFinding, type CheckName } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Key, Keys, LockedPlate, Plate } from '../components/keys.tsx';
import { Lamp, type LightState } from '../components/lights.tsx';
import { Next, Title, Window } from '../components/window.tsx';
import { useNow } from '../store/index.ts';
import { useTexts, entryOf, contextText, setupFaultText } from '../text/index.ts';
import type { CheckRound } from './use-checks.ts';
import { technicianWords, type TechnicianTexts } from '../text/technician-words.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './technician.module.css';

type State = 'waiting' | 'running' | 'ok' | 'note' | 'problem' | 'none';

const lamps: Record<State, LightState> = {
  waiting: 'off',
  running: 'off',
  none: 'off',
  ok: 'ok',
  note: 'stale',
  problem: 'down',
};

/**
 * True for findings that need work. Mere information, such as a port that is left alone, appears under the findings.
 */
const isTrouble = ({ fault }: CheckFinding): boolean => fault !== null;

function stateOf(name: CheckName, round: CheckRound | null): State {
  const found = round?.findings[name];
  if (!found) return round?.running === name ? 'running' : 'waiting';
  const troubles = found.filter(isTrouble);
  if (troubles.some(({ state }) => state === 'problem')) return 'problem';
  if (troubles.length > 0) return 'note';
  return found.length === 0 ? 'none' : 'ok';
}

/** Returns the problem and the remedy. */
function troubleWords({ check, fault, context }: CheckFinding, { words }: TechnicianTexts): readonly [string, string] {
  const { faults, others } = words.checks;
  const { faults: ofAnswers } = words.setup;
  const { what, next } = entryOf(others, check) ?? others.other;
  const other = [what, next] as const;
  if (fault === null) return other;
  if (isOf(faults, fault)) {
    const text = faults[fault];
    return [contextText(text.what, context), contextText(text.next, context)];
  }
  // The check tests an account as the setup does, and describes a Device as the counter does.
  if (isOf(ofAnswers, fault)) return inTwo(setupFaultText(ofAnswers, fault, context)) ?? other;
  if (isOf(words.failures, fault)) return [words.failures[fault].what, words.failures[fault].next];
  return other;
}

const isOf = <Table extends object>(table: Table, name: string): name is keyof Table & string =>
  Object.hasOwn(table, name);

/** Splits a text into what is wrong and what to do (its last sentence). Returns null for a single sentence. */
function inTwo(text: string): readonly [string, string] | null {
  const at = text.lastIndexOf('. ');
  return at < 0 ? null : [text.slice(0, at + 1), text.slice(at + 2)];
}

const urgency: readonly State[] = ['problem', 'note'];
const rankOf = (state: State): number => (urgency.includes(state) ? urgency.indexOf(state) : urgency.length);

/** Returns the checks in the order in which they run; once all have finished, those with problems come first. */
function inOrder(round: CheckRound | null): readonly CheckName[] {
  if (!round?.endedMs) return checkNames;
  return checkNames.toSorted((a, b) => rankOf(stateOf(a, round)) - rankOf(stateOf(b, round)));
}

/** Summarizes the whole round in one sentence. */
function summaryOf(round: CheckRound, { words }: TechnicianTexts): string {
  const text = words.checks;
  if (round.failure) return text.failed;
  if (round.running !== null)
    return text.running({
      name: text.names[round.running],
      at: checkNames.indexOf(round.running) + 1,
      count: checkNames.length,
    });
  const troubles = Object.values(round.findings).flat().filter(isTrouble);
  const problems = troubles.filter(({ state }) => state === 'problem').length;
  if (problems > 0) return text.problems({ count: problems });
  return troubles.length > 0 ? text.notes({ count: troubles.length }) : text.good;
}

/** Terminals → Check: every check with its progress; the first problem gives the next step. */
export function CheckWindow({ round, onStart }: { round: CheckRound | null; onStart: () => void }) {
  const texts = useTexts(technicianWords);
  const text = texts.words.checks;
  const isNew = round === null;
  useEffect(() => {
    if (isNew) onStart();
  }, [isNew, onStart]);
  const summary = round ? summaryOf(round, texts) : '';
  useSpeakOnce(`check/${round?.startedMs ?? 0}/${round?.endedMs ?? 0}`, round?.endedMs ? summary : '');
  const troubles = checkNames.flatMap((name) => round?.findings[name]?.filter(isTrouble) ?? []);
  const first = troubles.find(({ state }) => state === 'problem') ?? troubles[0];
  return (
    <Window state="idle" label={text.title} screenKey="terminals/check">
      <div className={css.terminalTitle}>
        <Title>{text.title}</Title>
        {round?.endedMs ? (
          <p className="tb-quiet">
            {texts.clockTime(round.startedMs)},{' '}
            {texts.words.technician.look.took({ time: texts.tenths(round.endedMs - round.startedMs) })}
          </p>
        ) : null}
      </div>
      <p>
        {summary} {round?.failure ? <span className="tb-code">{round.failure.code}</span> : null}
      </p>
      {first && round?.endedMs ? <Next>{troubleWords(first, texts)[1]}</Next> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- longer than a small window: keys scroll it too */}
      <ul className={`${css.found} ${css.checks}`} tabIndex={0} aria-label={text.title}>
        {inOrder(round).map((name) => (
          <CheckRow key={name} name={name} round={round} />
        ))}
      </ul>
    </Window>
  );
}

function CheckRow({ name, round }: { name: CheckName; round: CheckRound | null }) {
  const texts = useTexts(technicianWords);
  const text = texts.words.checks;
  const state = stateOf(name, round);
  const troubles = round?.findings[name]?.filter(isTrouble) ?? [];
  return (
    <li data-state={state}>
      <Lamp state={lamps[state]} />
      <div>
        <p>
          <b>{text.names[name]}</b>
        </p>
        {troubles.map((trouble) => {
          const [what, next] = troubleWords(trouble, texts);
          return (
            <p key={`${trouble.of ?? ''}/${trouble.fault ?? ''}`} className={windowCss.small} data-part="small">
              {what} {next} <span className="tb-code">{trouble.fault}</span>
            </p>
          );
        })}
      </div>
      <span className={windowCss.small} data-part="small">
        {text.states[state]}
      </span>
    </li>
  );
}

/** Keys that explain the check and repeat it. */
export function CheckKeys({
  round,
  isChecking,
  onAgain,
}: {
  round: CheckRound | null;
  isChecking: boolean;
  onAgain: () => void;
}) {
  const texts = useTexts(technicianWords);
  const text = texts.words.checks;
  const now = useNow();
  return (
    <Keys>
      <Plate title={text.help}>
        <p className={css.help}>{text.helpSay}</p>
      </Plate>
      {isChecking ? (
        <LockedPlate isGo={false} icon="refresh">
          {text.checking({ time: texts.stopwatch(now - (round?.startedMs ?? now)) })}
        </LockedPlate>
      ) : (
        <Key name="check-again" icon="refresh" onPress={onAgain}>
          {text.again}
        </Key>
      )}
    </Keys>
  );
}
