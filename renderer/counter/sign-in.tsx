import { useEffect, useState } from 'react';
import { toFailure, type Failure } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { failureSentence, lockedWords } from '../components/form.tsx';
import { Key, Keys } from '../components/keys.tsx';
import { PinDots, PinPad, usePinEntry, WaitLadder, wrongTries, type PinEntry } from '../components/pin-pad.tsx';
import { Fact, Facts, Foot, Heading, FirstLine, Next, Say, Title, Window } from '../components/window.tsx';
import {
  entryAmountMinor,
  tillCurrency,
  useCommands,
  useTill,
  type AmountKey,
  type Colleague,
} from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { tryAgainIn } from '../text/payment-words.ts';
import * as pinPadCss from '../components/pin-pad.module.css';
import * as windowCss from '../components/window.module.css';

/** Shown while signed out: asks for the name, then for the PIN. A typed sale is kept. */
export function SignIn() {
  const { listPeople, signIn, typeKey } = useCommands();
  const [people, setPeople] = useState<readonly Colleague[]>([]);
  const [name, setName] = useState<string | null>(null);
  const [problem, setProblem] = useState<Failure | null>(null);
  const entry = usePinEntry(
    name ?? '',
    (pin) => signIn(name ?? '', pin),
    (keys) => {
      // The cashier typed the next amount before the host had answered.
      for (const key of keys) typeKey(key as AmountKey);
    },
  );
  useEffect(() => {
    let isHere = true;
    listPeople().then(
      (all) => isHere && setPeople(all),
      (error: unknown) => isHere && setProblem(toFailure(error)),
    );
    return () => void (isHere = false);
  }, [listPeople]);
  const choose = ({ name, hasPin }: Colleague) => {
    setProblem(null);
    if (hasPin) setName(name);
    else void signIn(name).catch((error: unknown) => setProblem(toFailure(error)));
  };
  const somebodyElse = () => setName(null);
  return (
    <>
      {name === null ? (
        <Who people={people} problem={problem} onChoose={choose} />
      ) : entry.waitMs > 0 && entry.failure ? (
        <Wrong name={name} entry={entry} failure={entry.failure} onSomebodyElse={somebodyElse} />
      ) : (
        <Pin name={name} entry={entry} onSomebodyElse={somebodyElse} />
      )}
      <Keys>
        <PinPad entry={name === null ? null : entry} go={useTexts().words.signIn.go} />
      </Keys>
    </>
  );
}

function Who({
  people,
  problem,
  onChoose,
}: {
  people: readonly Colleague[];
  problem: Failure | null;
  onChoose: (person: Colleague) => void;
}) {
  const texts = useTexts();
  const { signIn: text } = texts.words;
  const afterMs = useTill((state) => state.mirror.host?.till.signIn?.afterMs ?? 0);
  useSpeakOnce('sign-in', text.who);
  return (
    <Window state="idle" label={text.region} screenKey="sign-in">
      <FirstLine>
        <Title className={pinPadCss.signInWho}>{text.who}</Title>
      </FirstLine>
      <fieldset className={pinPadCss.people} data-part="people" aria-label={text.people}>
        {people.map((person, index) => (
          <Key
            key={person.name}
            name={`sign-in/${person.name}`}
            shortcut={index < 9 ? String(index + 1) : undefined}
            sub={person.roles.map((role) => text.roles[role]).join(', ')}
            onPress={() => onChoose(person)}
          >
            {person.name}
          </Key>
        ))}
      </fieldset>
      {problem === null ? null : <Say>{failureSentence(problem, texts)}</Say>}
      <Foot>
        <Facts>
          <KeptSale />
          <Fact label={text.outAfter} value={texts.duration(afterMs)} isWideOnly />
        </Facts>
      </Foot>
    </Window>
  );
}

function KeptSale() {
  const texts = useTexts();
  const entry = useTill((state) => state.sale.entry);
  const currency = useTill(tillCurrency);
  const amountMinor = entryAmountMinor(entry, currency);
  if (amountMinor === 0) return null;
  return <Fact label={texts.words.signIn.keptFact} value={texts.money(amountMinor, currency)} />;
}

function SomebodyElse({ onPress }: { onPress: () => void }) {
  return (
    <span className={windowCss.toRight}>
      <Key name="somebody-else" variant="flat" shortcut="Escape" onPress={onPress}>
        {useTexts().words.signIn.somebodyElse}
      </Key>
    </span>
  );
}

function Pin({ name, entry, onSomebodyElse }: { name: string; entry: PinEntry; onSomebodyElse: () => void }) {
  const texts = useTexts();
  const { signIn: text } = texts.words;
  const { failure } = entry;
  const isWait = failure?.code === 'ROLE_PIN_WRONG' || failure?.code === 'ROLE_LOCKED';
  useSpeakOnce(`pin/${name}`, text.pinOf({ name }));
  return (
    <Window state="idle" label={text.pin} screenKey={`sign-in/${name}`}>
      <FirstLine>
        <span>{text.pin}</span>
        <SomebodyElse onPress={onSomebodyElse} />
      </FirstLine>
      <Heading length={name.length}>{name}</Heading>
      <PinDots count={entry.pin.length} />
      {failure === null || isWait ? null : <Say>{failureSentence(failure, texts)}</Say>}
      <Foot>
        <Facts>
          <KeptSale />
        </Facts>
      </Foot>
    </Window>
  );
}

/** Shown after a wrong PIN, or too many: the wait, and that the wait grows. Another cashier can sign in at once. */
function Wrong({
  name,
  entry,
  failure,
  onSomebodyElse,
}: {
  name: string;
  entry: PinEntry;
  failure: Failure;
  onSomebodyElse: () => void;
}) {
  const texts = useTexts();
  const { signIn: text, failures } = texts.words;
  const tries = wrongTries(failure);
  const isLocked = failure.code === 'ROLE_LOCKED';
  const locked = lockedWords(failure, texts);
  const heading = isLocked ? text.locked : text.wrong;
  return (
    <Window state="idle" label={text.pin} screenKey={`sign-in/${name}/wrong`}>
      <FirstLine>
        <span>{tries === null || isLocked ? name : text.wrongBy({ name, tries })}</span>
        <SomebodyElse onPress={onSomebodyElse} />
      </FirstLine>
      <Heading length={heading.length}>{heading}</Heading>
      {isLocked ? <Say>{locked ? `${locked.who} ${locked.whom}` : failures.ROLE_LOCKED.what}</Say> : null}
      <Foot>
        {tries === null ? null : <WaitLadder tries={tries} />}
        <Next>{tryAgainIn(entry.waitMs, texts)}</Next>
      </Foot>
    </Window>
  );
}
