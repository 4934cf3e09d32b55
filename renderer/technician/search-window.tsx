import type { Discovered, PortAsk } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { Key, Keys, Plate } from '../components/keys.tsx';
import { Title, Window, SmallPrint } from '../components/window.tsx';
import { useNow, useTill } from '../store/index.ts';
import { useTexts, entryOf } from '../text/index.ts';
import { failureWords, heardWords } from './action-message.ts';
import type { TerminalSearch, PortDecision } from './use-calls.ts';
import { technicianWords, type TechnicianTexts } from '../text/technician-words.ts';
import * as windowCss from '../components/window.module.css';
import * as css from './technician.module.css';

const icons: Record<Discovered['verdict'], IconName> = { terminal: 'tick', stranger: 'help', unavailable: 'lock' };
const order: readonly Discovered['verdict'][] = ['terminal', 'stranger', 'unavailable'];

/** Describes a found item: model, serial number and firmware, else its USB numbers. */
function foundWords(found: Discovered, texts: TechnicianTexts): string {
  const name = [found.model, found.serialNumber, found.firmware].filter((part) => part !== null).join(', ');
  if (name !== '') return name;
  const { vendorId, productId } = found;
  return vendorId !== null && productId !== null
    ? texts.words.technician.look.usb({ vendor: vendorId, product: productId })
    : '';
}

/** Sorts terminals first and unavailable ports last; within one verdict by address. */
export function inOrder(found: readonly Discovered[]): Discovered[] {
  return [...found].sort(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict) || a.address.localeCompare(b.address),
  );
}

/** Summarizes the last search of the ports and of the platform, in one sentence each, or null while the search runs. */
export function searchSentences(
  lastSearch: TerminalSearch,
  texts: TechnicianTexts,
  deviceCount?: number,
): { ports: string | null; devices: string | null } {
  const text = texts.words.technician.look;
  const { ports, devices } = lastSearch;
  const count = (verdict: Discovered['verdict']) =>
    ports?.value?.filter((found) => found.verdict === verdict).length ?? 0;
  const portWords = () => {
    if (!ports) return null;
    if (ports.failure) return `${text.portsFailed} ${failureWords(ports.failure, texts)}`;
    return ports.value.length === 0
      ? text.nothing
      : `${text.summary({ terminals: count('terminal'), strangers: count('stranger'), unavailable: count('unavailable') })}.`;
  };
  const deviceWords = () => {
    if (!devices) return null;
    if (devices.failure) return `${text.devicesFailed} ${failureWords(devices.failure, texts)}`;
    return text.devices({ count: deviceCount ?? devices.value.length });
  };
  return { ports: portWords(), devices: deviceWords() };
}

/** The last search: terminals, devices that were left alone, ports that could not be opened, the platform. */
export function SearchWindow({
  lastSearch,
  decision,
  onDecide,
}: {
  lastSearch: TerminalSearch | null;
  decision: PortDecision | null;
  onDecide: (address: string, ask: PortAsk) => void;
}) {
  const texts = useTexts(technicianWords);
  const text = texts.words.technician.look;
  const now = useNow();
  const count = useTill((state) => state.mirror.host?.deviceList?.count);
  const words = lastSearch ? searchSentences(lastSearch, texts, count) : null;
  const announcement = !lastSearch
    ? `${text.never} ${text.neverNext}`
    : lastSearch.endedMs === null
      ? text.running({ time: '' })
      : [words?.ports, words?.devices].filter((part) => part !== null).join(' ');
  useSpeakOnce(`look/${lastSearch?.startedMs ?? 0}/${lastSearch?.endedMs ?? 0}`, announcement.trim());
  return (
    <Window state="idle" label={text.title} screenKey={`terminals/look/${lastSearch?.startedMs ?? 0}`}>
      <div className={css.terminalTitle}>
        <Title>{text.title}</Title>
        {lastSearch?.endedMs ? (
          <p className="tb-quiet">
            {texts.clockTime(lastSearch.startedMs)},{' '}
            {text.took({ time: texts.tenths(lastSearch.endedMs - lastSearch.startedMs) })}
          </p>
        ) : null}
      </div>
      {lastSearch ? null : (
        <p>
          {text.never} {text.neverNext}
        </p>
      )}
      {lastSearch && lastSearch.endedMs === null ? (
        <p>{text.running({ time: texts.stopwatch(now - lastSearch.startedMs) })}</p>
      ) : null}
      {words?.ports ? (
        <p>
          {words.ports}{' '}
          {lastSearch?.ports?.failure ? <span className="tb-code">{lastSearch.ports.failure.code}</span> : null}
        </p>
      ) : null}
      {words?.devices ? (
        <p>
          {words.devices}{' '}
          {lastSearch?.devices?.failure ? <span className="tb-code">{lastSearch.devices.failure.code}</span> : null}
        </p>
      ) : null}
      {lastSearch?.ports?.value && lastSearch.ports.value.length > 0 ? (
        <ul className={css.found}>
          {inOrder(lastSearch.ports.value).map((found) => (
            <FoundRow
              key={found.address}
              found={found}
              decision={decision?.address === found.address ? decision : null}
              onDecide={(ask) => onDecide(found.address, ask)}
            />
          ))}
        </ul>
      ) : null}
    </Window>
  );
}

/**
 * Returns the decision that a technician can change for this port, or null if the settings decide or the port has a
 * terminal.
 */
function askKeyOf({ link, verdict, notAsked }: Discovered): PortAsk | null {
  if (link !== 'serial' || verdict === 'terminal') return null;
  if (notAsked === 'receipt-printer' || notAsked === 'settings') return null;
  return notAsked === undefined ? 'never' : notAsked === 'person' ? 'undecided' : 'always';
}

/** Explains why a port was left alone or could not be opened. */
function whyWords({ notAsked, kind, failure }: Discovered, texts: TechnicianTexts): string {
  const { look } = texts.words.technician;
  if (notAsked === 'known') return kind ? look.notAsked.known[kind] : '';
  if (notAsked) return look.notAsked.because[notAsked];
  return failure
    ? (heardWords(failure, texts) ?? entryOf(look.failures, failure.code) ?? failureWords(failure, texts))
    : '';
}

function FoundRow({
  found,
  decision,
  onDecide,
}: {
  found: Discovered;
  decision: PortDecision | null;
  onDecide: (ask: PortAsk) => void;
}) {
  const texts = useTexts(technicianWords);
  const { technician } = texts.words;
  const text = technician.look.notAsked;
  const ask = askKeyOf(found);
  const why = whyWords(found, texts);
  const port = found.address.replace(/^[a-z]+:/, '');
  const isAsking = decision !== null && decision.failure === null;
  useSpeakOnce(`look/${found.address}/${isAsking}`, isAsking ? text.asking : '');
  return (
    <li data-verdict={found.verdict}>
      <Icon name={icons[found.verdict]} />
      <div>
        <p>
          <b>{found.notAsked ? text.title : technician.look.verdicts[found.verdict]}</b>{' '}
          <span className="tb-code">{foundWords(found, texts)}</span>
        </p>
        <SmallPrint>
          <span className="tb-code">
            {technician.links[found.link]} {port}
          </span>
          {why === '' ? null : `. ${why}`}{' '}
          {found.failure ? <span className="tb-code">{found.failure.code}</span> : null}
        </SmallPrint>
        {decision?.failure ? (
          <SmallPrint>
            {text.failed} {failureWords(decision.failure, texts)}{' '}
            <span className="tb-code">{decision.failure.code}</span>
          </SmallPrint>
        ) : null}
      </div>
      {isAsking ? (
        <span className={windowCss.small} data-part="small">
          {text.asking}
        </span>
      ) : null}
      {ask && !isAsking ? (
        <Key
          name={`look/${ask}/${found.address}`}
          variant="small"
          label={text.of({ key: text[ask], port })}
          onPress={() => onDecide(ask)}
        >
          {text[ask]}
        </Key>
      ) : null}
      <span className={windowCss.small} data-part="small">
        {texts.tenths(found.tookMs)}
      </span>
    </li>
  );
}

/** Explains the three verdicts, in the column of the keys. */
export function SearchHelp() {
  const text = useTexts(technicianWords).words.technician.look;
  return (
    <Keys>
      <Plate title={text.help}>
        <dl className={css.help}>
          {(
            [
              ['terminal', text.helpTerminal],
              ['stranger', text.helpStranger],
              ['unavailable', text.helpUnavailable],
            ] as const
          ).map(([verdict, help]) => (
            <div key={verdict}>
              <dt>
                <Icon name={icons[verdict]} />
                {text.verdicts[verdict]}
              </dt>
              <dd>{help}</dd>
            </div>
          ))}
        </dl>
        <p className={css.help}>{text.helpNotTerminal}</p>
      </Plate>
    </Keys>
  );
}
