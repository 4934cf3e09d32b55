import { useState } from 'react';
import { isOpenAttempt, type DeviceAction } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon } from '../components/icon.tsx';
import { Key, LockedPlate, Spacer } from '../components/keys.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { ActionDialog } from './action-dialog.tsx';
import { actionKeys, cableKeys, type ActionCircumstances, type ActionKey } from './action-keys.ts';
import type { ActionRequest, ActionRun } from './action-message.ts';
import { actionTarget, rowName, type TerminalRow } from './terminal-rows.ts';
import { useFreshOffers } from './use-calls.ts';
import { technicianWords } from '../text/technician-words.ts';
import * as keysCss from '../components/keys.module.css';
import * as css from './technician.module.css';

/** The five actions in their fixed order, each with its route or the reason why it is locked. */
export function ActionColumn({
  row,
  shownAs,
  run,
  onRun,
}: {
  row: TerminalRow;
  /** Name of the shown row. Keys with another name belong to another row. */
  shownAs: string;
  run: ActionRun | undefined;
  onRun: (request: ActionRequest) => void;
}) {
  const texts = useTexts(technicianWords);
  const { words } = texts;
  const text = words.technician.actions;
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const open = useTill((state) =>
    state.mirror.host?.attempts.find((one) => isOpenAttempt(one) && one.terminal.id === row.terminal?.id),
  );
  const openPayment = open ? (open.state === 'checking' ? 'checking' : 'working') : null;
  // The offers depend on the cable and on a running payment; the host computes them when it reads the Device.
  useFreshOffers(row.device?.id, `${row.terminal?.state ?? 'none'}/${open?.id ?? 'none'}/${openPayment ?? 'none'}`);
  // The question stays while the dialog closes; each question has a new turn.
  const [asking, setAsking] = useState<{
    key: ActionKey;
    target: NonNullable<ReturnType<typeof actionTarget>>;
    of: string;
    turn: number;
  } | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const running = run?.state === 'running' ? run : null;
  const target = actionTarget(row);
  const circumstances: ActionCircumstances = { running: running?.request.action ?? null, isLive, openPayment };
  const keys =
    row.device || !row.terminal
      ? actionKeys(row.device, circumstances, words)
      : cableKeys(row.terminal, { ...circumstances, isDeviceUnknown: row.isDeviceUnknown }, words);
  const press = (key: ActionKey) => {
    if (!target) return;
    if (key.asks === null) onRun({ ...target, action: key.action });
    else {
      setAsking({ key, target, of: shownAs, turn: (asking?.turn ?? 0) + 1 });
      setIsAsking(true);
    }
  };
  return (
    <section className={`${keysCss.keys} ${css.actions}`} data-part="keys" aria-label={text.region}>
      <h2 className={keysCss.label} data-part="label">
        {text.region}
      </h2>
      {keys.map((key) => (
        <ActionKeyPlate key={key.action} of={key} shownAs={shownAs} running={running} onPress={() => press(key)} />
      ))}
      <Spacer />
      <ActionDialog
        asked={asking?.key ?? null}
        turn={asking?.turn ?? 0}
        // The question belongs to the shown row: choosing another row closes it.
        isOpen={isAsking && shownAs === asking?.of}
        name={rowName(row, texts)}
        idleMessage={row.device?.idleMessage ?? null}
        onClose={() => setIsAsking(false)}
        onGo={(more) => {
          setIsAsking(false);
          if (asking) onRun({ ...asking.target, action: asking.key.action, ...more });
        }}
      />
    </section>
  );
}

/** One action: running, locked with its reason, or a key. */
function ActionKeyPlate({
  of: { action, icon, name, sub, isLocked },
  shownAs,
  running,
  onPress,
}: {
  of: ActionKey;
  shownAs: string;
  running: ActionRun | null;
  onPress: () => void;
}) {
  if (running?.request.action === action)
    return <RunningPlate action={action} icon={icon} startedMs={running.startedMs} />;
  if (isLocked) {
    return (
      <LockedPlate isGo={false} icon={icon} sub={sub}>
        {name}
      </LockedPlate>
    );
  }
  return (
    <Key name={`action/${action}/${shownAs}`} icon={icon} sub={sub} onPress={onPress}>
      {name}
    </Key>
  );
}

function RunningPlate({
  action,
  icon,
  startedMs,
}: {
  action: DeviceAction;
  icon: ActionKey['icon'];
  startedMs: number;
}) {
  const texts = useTexts(technicianWords);
  const text = texts.words.technician.actions;
  const now = useNow();
  useSpeakOnce(`action/${startedMs}/running`, text.words[action].running);
  return (
    <p className={`${keysCss.btn} ${css.running}`} data-part="key" data-variant="held" data-as="key">
      <Icon name={icon} />
      <span>
        {text.words[action].running}
        <span className={keysCss.btnSub} data-part="key-sub">
          {text.runningFor({ time: texts.stopwatch(now - startedMs) })}
        </span>
      </span>
    </p>
  );
}
