import { useState } from 'react';
import { roleNames, type RoleName } from '../../electron/domain/index.ts';
import { toFailure, type PersonChange, type SettingsPerson } from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { Dialog, NARROW } from '../components/dialog.tsx';
import { failureSentence, Form, TextField } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { PinDots, PinPad, usePinEntry } from '../components/pin-pad.tsx';
import { useTexts } from '../text/index.ts';
import { personFault } from '../text/person-words.ts';
import { useShownSettings } from './use-settings.ts';
import { settingsWords } from '../text/settings-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as listCss from '../components/list.module.css';
import * as css from './settings.module.css';

/** Maximum length of a name, as in the contract. */
const MAX_NAME = 60;

/** The open dialog. With `pin` the user chooses a PIN, and `change` is made with it. */
type Doing =
  | { readonly what: 'add' }
  | { readonly what: 'change' | 'retire'; readonly person: SettingsPerson }
  | { readonly what: 'pin'; readonly name: string; readonly change: (pin: string) => PersonChange };

/** The people of the shop and their roles. Each person chooses their own PIN on the pad. */
export function PeoplePage() {
  const { view } = useShownSettings();
  const { settings: words, signIn } = useTexts(settingsWords).words;
  const text = words.people;
  const [doing, setDoing] = useState<Doing | null>(null);
  const { peopleHeld } = view;
  const close = () => setDoing(null);
  return (
    <>
      <div className={css.rows}>
        {view.people.length === 0 ? <p className={listCss.none}>{text.nobody}</p> : null}
        {view.people.map((person) => (
          <div className={css.setting} key={person.name}>
            <div>
              <h2>{person.name}</h2>
              <p className={css.settingHelp}>
                {person.roles.map((role) => signIn.roles[role]).join(', ')}
                {'. '}
                {person.hasPin ? text.hasPin : text.noPin}
                {peopleHeld ? `. ${text.held({ name: peopleHeld.name })}` : '.'}
              </p>
            </div>
            {peopleHeld ? null : (
              <Key
                name={`change-${person.name}`}
                variant="small"
                label={text.change({ name: person.name })}
                onPress={() => setDoing({ what: 'change', person })}
              >
                {text.edit}
              </Key>
            )}
          </div>
        ))}
      </div>
      {peopleHeld ? null : (
        <div className={css.add}>
          <Key name="add-person" variant="small" icon="plus" onPress={() => setDoing({ what: 'add' })}>
            {text.add}
          </Key>
        </div>
      )}
      {doing === null ? null : <PersonDialog doing={doing} onDo={setDoing} onClose={close} />}
    </>
  );
}

function PersonDialog({
  doing,
  onDo,
  onClose,
}: {
  doing: Doing;
  onDo: (next: Doing | null) => void;
  onClose: () => void;
}) {
  const text = useTexts(settingsWords).words.settings.people;
  const { commands, refresh } = useShownSettings().visit;
  const change = async (one: PersonChange) => {
    await commands.changePerson(one);
    await refresh();
    onClose();
  };
  const title =
    doing.what === 'add'
      ? text.add
      : doing.what === 'pin'
        ? text.pinTitle({ name: doing.name })
        : doing.what === 'retire'
          ? text.retire
          : text.change({ name: doing.person.name });
  return (
    <Dialog title={title} width={NARROW} onClose={onClose}>
      {doing.what === 'pin' ? (
        <ChoosePin name={doing.name} give={(pin) => change(doing.change(pin))} onBack={onClose} />
      ) : doing.what === 'retire' ? (
        <Retire
          name={doing.person.name}
          send={() => change({ do: 'retire', name: doing.person.name })}
          onBack={onClose}
        />
      ) : (
        <PersonForm person={doing.what === 'add' ? null : doing.person} change={change} onDo={onDo} onBack={onClose} />
      )}
    </Dialog>
  );
}

function PersonForm({
  person,
  change,
  onDo,
  onBack,
}: {
  person: SettingsPerson | null;
  change: (one: PersonChange) => Promise<void>;
  onDo: (next: Doing) => void;
  onBack: () => void;
}) {
  const { changePerson } = useShownSettings().visit.commands;
  const { settings: words } = useTexts(settingsWords).words;
  const text = words.people;
  const [name, setName] = useState(person?.name ?? '');
  const [roles, setRoles] = useState<readonly RoleName[]>(person?.roles ?? ['cashier']);
  const { fault, setFault, refusable } = usePersonFault();
  const missing = name.trim() === '' ? text.faults.empty : roles.length === 0 ? words.faults.missing : fault;
  const needsPin = roles.some((role) => role !== 'cashier') && !person?.hasPin;
  const typed = name.trim();
  const send = refusable(async () => {
    if (person && typed !== person.name) await changePerson({ do: 'rename', name: person.name, to: typed });
    const act: 'roles' | 'add' = person ? 'roles' : 'add';
    const wanted = { do: act, name: typed, roles: [...roles] };
    if (needsPin) onDo({ what: 'pin', name: typed, change: (pin) => ({ ...wanted, pin }) });
    else await change(wanted);
  });
  return (
    <Form
      title={person ? text.change({ name: person.name }) : text.add}
      isTitleSaid
      go={needsPin ? text.pinNext : text.save}
      missing={missing}
      act="settings"
      send={send}
      beside={
        person ? (
          <Key name="retire" onPress={() => onDo({ what: 'retire', person })}>
            {text.retire}
          </Key>
        ) : undefined
      }
      onBack={onBack}
    >
      <TextField
        label={text.name}
        value={name}
        max={MAX_NAME}
        isFirst
        wrong={fault}
        onChange={(next) => {
          setFault(null);
          setName(next);
        }}
      />
      <RoleChoices roles={roles} onChange={setRoles} />
      {person ? (
        <Key
          name="new-pin"
          icon="pin"
          onPress={() =>
            onDo({ what: 'pin', name: person.name, change: (pin) => ({ do: 'pin', name: person.name, pin }) })
          }
        >
          {text.pin}
        </Key>
      ) : null}
    </Form>
  );
}

function RoleChoices({
  roles,
  onChange,
}: {
  roles: readonly RoleName[];
  onChange: (roles: readonly RoleName[]) => void;
}) {
  const { settings, signIn } = useTexts(settingsWords).words;
  return (
    <fieldset className={css.roleChoices}>
      <legend>{settings.people.roles}</legend>
      {roleNames.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={roles.includes(role)}
            onChange={(event) =>
              onChange(roleNames.filter((one) => (one === role ? event.currentTarget.checked : roles.includes(one))))
            }
          />
          <span>
            {signIn.roles[role]}
            <span className={keysCss.btnSub} data-part="key-sub">
              {settings.people.rolesHelp[role]}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows a refusal that concerns the person in the form. All other failures stay with the form. */
function usePersonFault() {
  const texts = useTexts(settingsWords);
  const [fault, setFault] = useState<string | null>(null);
  const refusable = (send: () => Promise<void>) => async (): Promise<void> => {
    try {
      await send();
    } catch (error) {
      const words = personFault(toFailure(error), texts);
      if (words === null) throw error;
      setFault(words);
    }
  };
  return { fault, setFault, refusable };
}

function Retire({ name, send, onBack }: { name: string; send: () => Promise<void>; onBack: () => void }) {
  const text = useTexts(settingsWords).words.settings.people;
  const { fault, refusable } = usePersonFault();
  return (
    <Form
      title={text.retire}
      isTitleSaid
      go={text.retireGo({ name })}
      missing={fault}
      act="settings"
      send={refusable(send)}
      onBack={onBack}
    >
      <p>{fault ?? text.retireSure({ name })}</p>
    </Form>
  );
}

/** The user types the PIN twice; the digits are shown as dots. */
function ChoosePin({ name, give, onBack }: { name: string; give: (pin: string) => Promise<void>; onBack: () => void }) {
  const texts = useTexts(settingsWords);
  const announce = useAnnounce();
  const text = texts.words.settings.people;
  const [first, setFirst] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const showNotice = (sentence: string) => {
    setNotice(sentence);
    announce(sentence, 'assertive');
  };
  const entry = usePinEntry(`${name} ${first === null ? 1 : 2}`, async (pin) => {
    if (first === null) {
      setNotice(null);
      setFirst(pin);
      announce(text.pinAgain);
      return;
    }
    setFirst(null);
    if (pin !== first) return showNotice(text.pinOther);
    try {
      await give(pin);
      announce(text.pinSet({ name }));
    } catch (error) {
      const failure = toFailure(error);
      showNotice(personFault(failure, texts) ?? failureSentence(failure, texts, 'settings'));
    }
  });
  return (
    <div className="tb-stack">
      <p>{notice ?? (first === null ? text.pinSay({ name }) : text.pinAgain)}</p>
      <PinDots count={entry.pin.length} isBoxed />
      <PinPad entry={entry} go={first === null ? text.pinNext : text.save} isHeld />
      <Key name="pin-back" icon="back" onPress={onBack}>
        {texts.words.payments.form.back}
      </Key>
    </div>
  );
}
