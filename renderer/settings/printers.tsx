import { useState } from 'react';
import {
  printerCodePages,
  printerWidths,
  type FoundPrinter,
  type SettingsView,
  type SettingView,
} from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { TextField } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { printerStateText } from '../components/printer-words.ts';
import { DrawerDialog } from '../sale/drawer-key.tsx';
import { useTill } from '../store/index.ts';
import { useAnswer } from '../store/use-answer.ts';
import { useTexts } from '../text/index.ts';
import { PrinterTrial, usePrinterTrial, type Trial } from './printer-trial.tsx';
import { useShownSettings } from './use-settings.ts';
import { settingsWords } from '../text/settings-words.ts';
import * as listCss from '../components/list.module.css';
import * as css from './settings.module.css';

/** Port on which network printers accept raw bytes. */
const RAW_PORT = 9100;
/** Maximum length of an address, as in the contract. */
const MAX_ADDRESS = 250;

const valueOf = (view: SettingsView, key: string): SettingView | undefined =>
  view.settings.find((one) => one.key === key);
/** The value in use: the written value, or the default. */
const inForce = (setting: SettingView | undefined): unknown => JSON.parse(setting?.value ?? setting?.default ?? 'null');

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The printers of this computer, each with a test page; a network printer by its address; the cash drawer. */
export function PrintersPage() {
  const { view, visit } = useShownSettings();
  const texts = useTexts(settingsWords);
  const text = texts.words.printers;
  const announce = useAnnounce();
  const { found, searchAgain } = usePrinters();
  const run = usePrinterTrial();
  const [isOpening, setIsOpening] = useState(false);
  const begin = (address: string, name: string) =>
    run.print({
      address,
      name,
      columns: Number(inForce(valueOf(view, 'receipts.columns')) ?? printerWidths[0]),
      codePage: textOf(inForce(valueOf(view, 'receipts.codePage'))) ?? printerCodePages[0],
    });
  const keep = ({ address, columns, codePage }: Trial) => {
    const wanted = { 'receipts.printer': address, 'receipts.columns': String(columns), 'receipts.codePage': codePage };
    for (const [key, typed] of Object.entries(wanted)) {
      const setting = valueOf(view, key);
      if (setting) visit.leave(setting, typed);
    }
    run.close();
    announce(text.kept);
  };
  const hasPrinter = inForce(valueOf(view, 'receipts.printer')) !== null;
  return (
    <>
      <div className={css.rows} aria-busy={found === null || undefined}>
        {found === null ? <p className={listCss.none}>{text.looking}</p> : null}
        {found?.length === 0 ? <p className={listCss.none}>{text.none}</p> : null}
        {found?.map((printer) => (
          <PrinterRow key={printer.address} printer={printer} onTry={() => begin(printer.address, printer.name)} />
        ))}
        <NetworkRow onTry={begin} />
      </div>
      <div className={css.add}>
        <Key name="look-again" variant="small" onPress={searchAgain}>
          {text.again}
        </Key>
        {hasPrinter ? (
          <Key name="open-drawer" variant="small" onPress={() => setIsOpening(true)}>
            {text.drawer}
          </Key>
        ) : null}
      </div>
      {run.trial === null ? null : <PrinterTrial trial={run.trial} run={run} onKeep={keep} />}
      {isOpening ? <DrawerDialog onClose={() => setIsOpening(false)} /> : null}
    </>
  );
}

/** The printers of this computer, read again after each start of the host, which may use another printer. */
function usePrinters(): { found: readonly FoundPrinter[] | null; searchAgain: () => void } {
  const { listPrinters } = useShownSettings().visit.commands;
  const epoch = useTill((state) => state.mirror.epoch);
  const isLive = useTill((state) => state.mirror.connection.state === 'live');
  const [searches, setSearches] = useState(1);
  const key = `${epoch} ${searches}`;
  const list = async () => ({ key, found: await listPrinters() });
  const { value } = useAnswer(isLive ? list : null, key);
  return { found: value?.key === key ? value.found : null, searchAgain: () => setSearches((count) => count + 1) };
}

function PrinterRow({ printer, onTry }: { printer: FoundPrinter; onTry: () => void }) {
  const texts = useTexts(settingsWords);
  const text = texts.words.printers;
  const { name, transport, state, detail, isChosen } = printer;
  return (
    <div className={css.setting}>
      <div>
        <h2>
          {name}
          {isChosen ? <span className={css.settingMark}>{text.inUse}</span> : null}
        </h2>
        <p className={css.settingHelp}>
          {text.transports[transport]}
          {' · '}
          {printerStateText(printer, texts)}
          {detail !== null && state === 'unusable' ? (
            <span className={`tb-code ${css.printerDetail}`}>{detail}</span>
          ) : null}
        </p>
      </div>
      {state === 'unusable' && !isChosen ? null : (
        <Key
          name={`test-${printer.address}`}
          variant="small"
          icon="print"
          label={text.testOn({ name })}
          onPress={onTry}
        >
          {text.test}
        </Key>
      )}
    </div>
  );
}

/** Address for `192.168.1.40`, `printer.lan:9100`, `[fe80::1]` or `tcp://printer.lan`, or null for other text. */
function addressOf(typed: string): string | null {
  const host = typed.trim().replace(/^tcp:\/\//, '');
  if (!/^(\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+)(:[0-9]{1,5})?$/.test(host)) return null;
  return `tcp://${/:[0-9]+$/.test(host.replace(/^\[.*\]/, '')) ? host : `${host}:${RAW_PORT}`}`;
}

/** A printer in the network, which the computer cannot list. */
function NetworkRow({ onTry }: { onTry: (address: string, name: string) => void }) {
  const text = useTexts(settingsWords).words.printers;
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const go = () => {
    const address = addressOf(typed);
    setIsWrong(address === null);
    if (address !== null) onTry(address, typed.trim());
  };
  return (
    <form
      className={css.setting}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <TextField
        label={text.network}
        value={typed}
        max={MAX_ADDRESS}
        kind="url"
        help={text.networkHelp}
        wrong={isWrong ? text.networkWrong : null}
        onChange={(value) => {
          setTyped(value);
          setIsWrong(false);
        }}
      />
      <Key name="test-network" variant="small" icon="print" label={text.testOn({ name: text.network })} onPress={go}>
        {text.test}
      </Key>
    </form>
  );
}
