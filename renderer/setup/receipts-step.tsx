import { useState } from 'react';
import { TextField } from '../components/form.tsx';
import { Key } from '../components/keys.tsx';
import { useCommands } from '../store/index.ts';
import { useTexts } from '../text/index.ts';
import { MAX_TYPED } from './limits.ts';
import { BusyLine, Finding, Step } from './step.tsx';
import type { StepRun } from './use-step.ts';

/** The receipt printer, and a page that shows whether it prints. */
export function ReceiptsStep({ run }: { run: StepRun }) {
  const { receipts: text } = useTexts().words.setup;
  const { setup } = useCommands();
  const [printer, setPrinter] = useState(run.view.answers.receipts?.printer ?? '');
  const [isTesting, setIsTesting] = useState(false);
  /** The printer to which a page was sent. */
  const [printed, setPrinted] = useState<string | null>(null);
  const isNone = printer.trim() === '';
  const test = async () => {
    setIsTesting(true);
    const isSent = await run.ask(() => setup(({ printSetupPage }) => printSetupPage(printer)));
    setIsTesting(false);
    setPrinted(isSent ? printer : null);
  };
  const { mistake } = run;
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
        press: () => void run.send({ step: 'receipts', printer: isNone ? null : printer }),
      }}
    >
      <p className="tb-setup-lead">{text.say}</p>
      <TextField
        label={text.printer}
        value={printer}
        max={MAX_TYPED}
        kind="url"
        isFirst
        help={text.printerHelp}
        wrong={mistake?.field === 'printer' ? mistake.sentence : null}
        onChange={(value) => {
          setPrinter(value);
          run.forget();
        }}
      />
      {isTesting ? <BusyLine>{text.testing}</BusyLine> : null}
      {!isTesting && printed !== null && printed === printer ? (
        <Finding state="ok" title={text.sent} say={text.sentSay} />
      ) : null}
    </Step>
  );
}
