import { useEffect, useState } from 'react';
import { lacksSpeed, type FoundPrinter } from '../../electron/contract/index.ts';
import { TextField } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { printerStateText } from '../components/printer-words.ts';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { MAX_TYPED } from './limits.ts';
import { PickList, type Pick } from './pick-list.tsx';
import { BusyLine, Finding, Step } from './step.tsx';
import type { StepRun } from './use-step.ts';
import { setupWords, type SetupTexts } from '../text/setup-words.ts';
import * as css from './setup.module.css';

/** The receipt printer, with a test page. */
export function ReceiptsStep({ run }: { run: StepRun }) {
  const texts = useTexts(setupWords);
  const { receipts: text } = texts.words.setup;
  const { setup } = useCommands();
  const [printer, setPrinter] = useState(run.view.answers.receipts?.printer ?? '');
  const [isTesting, setIsTesting] = useState(false);
  /** Address of the printer to which a page was sent, or null. */
  const [printed, setPrinted] = useState<string | null>(null);
  const found = usePrinters(!run.isBusy);
  const isNone = printer.trim() === '';
  /** Completes the address of a picked serial printer by probing it at each usual speed. */
  const whole = async (): Promise<string> => {
    if (!lacksSpeed(printer.trimEnd())) return printer;
    const { address } = await setup(({ probeSetupPrinter }) => probeSetupPrinter(printer));
    setPrinter(address);
    return address;
  };
  const type = (value: string) => {
    setPrinter(value);
    run.forget();
  };
  const test = async () => {
    setIsTesting(true);
    let address = printer;
    const isSent = await run.ask(async () => {
      address = await whole();
      await setup(({ printSetupPage }) => printSetupPage(address));
    });
    setIsTesting(false);
    setPrinted(isSent ? address : null);
  };
  const keep = async () => {
    let address: string | null = isNone ? null : printer;
    if (lacksSpeed(printer.trimEnd()) && !(await run.ask(async () => void (address = await whole())))) return;
    await run.send({ step: 'receipts', printer: address });
  };
  const { mistake } = run;
  const rows = (found ?? []).map((one) => rowOf(one, texts));
  return (
    <Step
      run={run}
      name="receipts"
      title={text.title}
      later={text.later}
      keys={
        isNone || run.isBusy ? null : (
          <Key name="test-page" icon="print" onPress={() => void test()}>
            {text.test}
          </Key>
        )
      }
      go={{
        label: isNone ? text.goNone : text.go,
        press: () => void keep(),
      }}
    >
      <p className={css.lead}>{text.say}</p>
      {found === null ? <BusyLine>{texts.words.printers.looking}</BusyLine> : null}
      {rows.length === 0 ? null : (
        <PickList label={text.printer} rows={rows} chosen={printer === '' ? null : printer} onPick={type} />
      )}
      <TextField
        label={text.printer}
        value={printer}
        max={MAX_TYPED}
        kind="url"
        isFirst
        help={text.printerHelp}
        wrong={mistake?.field === 'printer' ? mistake.sentence : null}
        onChange={type}
      />
      {isTesting ? <BusyLine>{text.testing}</BusyLine> : null}
      {!isTesting && printed !== null && printed === printer ? (
        <Finding state="ok" title={text.sent} say={text.sentSay} />
      ) : null}
    </Step>
  );
}

function rowOf(printer: FoundPrinter, texts: SetupTexts): Pick {
  const { address, name, transport, state } = printer;
  const sub = `${texts.words.printers.transports[transport]} · ${printerStateText(printer, texts)}`;
  return { id: address, name, sub, icon: 'print', isOff: state === 'unusable' };
}

/** Printers of this computer, searched once; null during the search. A failed search counts as none. */
function usePrinters(maySearch: boolean): readonly FoundPrinter[] | null {
  const { setup } = useCommands();
  const [found, setFound] = useState<readonly FoundPrinter[] | null>(null);
  const isDone = found !== null;
  useEffect(() => {
    if (isDone || !maySearch) return;
    void setup(({ listSetupPrinters }) => listSetupPrinters()).then(setFound, () => setFound([]));
  }, [setup, isDone, maySearch]);
  return found;
}
