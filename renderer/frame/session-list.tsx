import { Button } from '../components/button.tsx';
import { useCallback, useEffect, useState } from 'react';
import { useSpeakOnce } from '../components/announcer.tsx';
import { useNow, useTime } from '../store/index.ts';
import { endWebSession, readSessions, type WebSession } from '../store/web-sessions.ts';
import { useTexts, type Texts } from '../text/index.ts';
import * as css from './session-list.module.css';
import * as formCss from '../components/form.module.css';
import * as keysCss from '../components/keys.module.css';
import { SmallPrint } from '../components/window.tsx';

/** A list, and the time when it was read in milliseconds since 1970. */
interface Read {
  readonly sessions: readonly WebSession[];
  readonly atMs: number;
}

/** Every signed-in screen, with a key that ends its session. Ending this window's own calls `onOwnEnded`. */
export function SessionList({ onOwnEnded }: { onOwnEnded: () => void }) {
  const { sessions: text } = useTexts().words.thisScreen;
  const time = useTime();
  const [read, setRead] = useState<Read | null>(null);
  const [wrong, setWrong] = useState<'notRead' | 'notEnded' | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const load = useCallback(
    () =>
      readSessions().then(
        ({ sessions }) => setRead({ sessions, atMs: time() }),
        () => setWrong('notRead'),
      ),
    [time],
  );
  useEffect(() => void load(), [load]);
  const end = async ({ id, isOwn }: WebSession) => {
    setWrong(null);
    setAsked(null);
    try {
      await endWebSession(id);
    } catch {
      return setWrong('notEnded');
    }
    if (isOwn) return onOwnEnded();
    await load();
  };
  const problem = wrong && text[wrong];
  useSpeakOnce(problem ?? '', problem ?? '', 'assertive');
  return (
    <section className={css.sessions} aria-label={text.heading}>
      <h2>{text.heading}</h2>
      {problem === null ? null : <p className={formCss.wrong}>{problem}</p>}
      <ul>
        {read?.sessions.map((session) => (
          <Row
            key={session.id}
            session={session}
            readAtMs={read.atMs}
            isAsked={asked === session.id}
            onAsk={setAsked}
            onEnd={() => void end(session)}
          />
        ))}
      </ul>
    </section>
  );
}

function Row({
  session,
  readAtMs,
  isAsked,
  onAsk,
  onEnd,
}: {
  session: WebSession;
  readAtMs: number;
  /** True while the row asks whether to end the session. */
  isAsked: boolean;
  onAsk: (id: string | null) => void;
  onEnd: () => void;
}) {
  const texts = useTexts();
  const now = useNow();
  const { sessions: text } = texts.words.thisScreen;
  const kind = kindOf(session, texts);
  const since = texts.shortTime(readAtMs - session.openedSecondsAgo * 1000, now);
  const used = text.used({ ago: texts.ageAgo(session.usedSecondsAgo * 1000) });
  return (
    <li>
      <div>
        <p>
          <b>{kind}</b>
          {session.isOwn ? ` (${text.own})` : null}
        </p>
        <SmallPrint>
          {[text.since({ time: since }), session.windows > 0 ? used : text.unconnected].join(', ')}
        </SmallPrint>
        {isAsked ? <p>{session.isOwn ? text.sureOwn : text.sure}</p> : null}
      </div>
      <div className={css.sessionsKeys}>
        <Button
          className={keysCss.btn}
          data-part="key"
          data-variant="small"
          aria-label={text.endThat({ kind, time: since })}
          onClick={isAsked ? onEnd : () => onAsk(session.id)}
        >
          <span>{text.end}</span>
        </Button>
        {/* The keys replace the key that asked, and Back takes the focus: a second press there ends nothing. */}
        {isAsked ? (
          <Button
            ref={takeFocus}
            className={keysCss.btn}
            data-part="key"
            data-variant="small"
            onClick={() => onAsk(null)}
          >
            <span>{text.keep}</span>
          </Button>
        ) : null}
      </div>
    </li>
  );
}

const takeFocus = (key: HTMLElement | null) => key?.focus();

/** An unknown kind keeps its own name. */
function kindOf({ scope }: WebSession, { words }: Texts): string {
  const kinds: Readonly<Record<string, string>> = words.thisScreen.sessions.kinds;
  return kinds[scope] ?? scope;
}
