import { useEffect, useRef, useState } from 'react';
import {
  lacksSpeed,
  nextOf,
  printerCodePages,
  printerSpeeds,
  printerWidths,
  toFailure,
} from '../../electron/contract/index.ts';
import { useAnnounce } from '../components/announcer.tsx';
import { Dialog, NARROW } from '../components/dialog.tsx';
import { failureSentence } from '../components/form.tsx';
import { Icon } from '../components/icon.tsx';
import { Key } from '../components/keys.tsx';
import { useTexts } from '../text/index.ts';
import { useShownSettings } from './use-settings.ts';
import { settingsWords, type SettingsTexts } from '../text/settings-words.ts';
import * as css from './settings.module.css';

/** A printer and the options of its test page. */
export interface Trial {
  readonly address: string;
  readonly name: string;
  readonly columns: number;
  readonly codePage: string;
}

const isSerial = ({ address }: Trial): boolean => address.startsWith('serial:');
const speedOf = ({ address }: Trial): number => Number(/@([0-9]+)$/.exec(address)?.[1] ?? Number.NaN);

/**
 * Asks about the printed test page: each answer prints another page, until the page reads right and its options are
 * kept.
 */
export function PrinterTrial({
  trial,
  run: { busy, problem, print, close },
  onKeep,
}: {
  trial: Trial;
  run: ReturnType<typeof usePrinterTrial>;
  onKeep: (trial: Trial) => void;
}) {
  const { printers: text } = useTexts(settingsWords).words;
  const isBusy = busy !== null;
  const question = useRef<HTMLHeadingElement>(null);
  // The pressed key has disappeared, so the focus goes to the question.
  useEffect(() => {
    if (!isBusy) question.current?.focus();
  }, [isBusy]);
  return (
    <Dialog title={text.testOn({ name: trial.name })} width={NARROW} onClose={close}>
      <div
        className="tb-stack"
        aria-busy={isBusy || undefined}
        data-trial={isBusy ? 'busy' : problem ? 'failed' : 'sent'}
      >
        {isBusy ? <p className={css.said}>{busy === 'speed' ? text.finding : text.printing}</p> : null}
        {problem === null ? null : (
          <p className={css.settingWrong}>
            <Icon name="warning" />
            <span>{problem}</span>
          </p>
        )}
        {isBusy || problem ? null : (
          <>
            <p>{text.sent({ columns: trial.columns, codePage: trial.codePage })}</p>
            <h2 ref={question} tabIndex={-1}>
              {text.ask}
            </h2>
            <Key name="yes" variant="go" onPress={() => onKeep(trial)}>
              {text.yes}
            </Key>
            <Key
              name="letters"
              onPress={() =>
                print({ ...trial, codePage: nextOf<string>(printerCodePages, trial.codePage) ?? trial.codePage })
              }
            >
              {text.letters}
            </Key>
            <Key
              name="width"
              onPress={() =>
                print({ ...trial, columns: nextOf<number>(printerWidths, trial.columns) ?? trial.columns })
              }
            >
              {text.width}
            </Key>
            {isSerial(trial) ? (
              <Key
                name="speed"
                onPress={() =>
                  print({
                    ...trial,
                    address: trial.address.replace(/@[0-9]+$/, `@${nextOf<number>(printerSpeeds, speedOf(trial))}`),
                  })
                }
              >
                {text.speed}
              </Key>
            ) : null}
          </>
        )}
        {isBusy ? null : (
          <Key name="again" icon="print" onPress={() => print(trial)}>
            {text.once}
          </Key>
        )}
      </div>
    </Dialog>
  );
}

/**
 * The trial of a printer, or null before the first page. `print` prints a page at once; the pages follow one another.
 */
export function usePrinterTrial() {
  const { commands } = useShownSettings().visit;
  const texts = useTexts(settingsWords);
  const announce = useAnnounce();
  const [trial, setTrial] = useState<Trial | null>(null);
  const [busy, setBusy] = useState<'speed' | 'page' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const print = async (wanted: Trial): Promise<void> => {
    const { printers: text } = texts.words;
    setProblem(null);
    setTrial(wanted);
    try {
      let next = wanted;
      if (lacksSpeed(next.address)) {
        setBusy('speed');
        next = { ...next, address: (await commands.probePrinter(next.address)).address };
        setTrial(next);
      }
      setBusy('page');
      const { address, columns, codePage } = next;
      await commands.tryPrinter({ address, columns, codePage });
      announce(`${text.sent({ columns, codePage })}. ${text.ask}`);
    } catch (error) {
      const sentence = failedWords(error, texts);
      setProblem(sentence);
      announce(sentence, 'assertive');
    } finally {
      setBusy(null);
    }
  };
  return { trial, busy, problem, print: (next: Trial) => void print(next), close: () => setTrial(null) };
}

/** Words for a test page that failed: those of a failed receipt mention a payment. */
function failedWords(error: unknown, texts: SettingsTexts): string {
  const failure = toFailure(error);
  const { failed } = texts.words.printers;
  const { code } = failure;
  return Object.hasOwn(failed, code)
    ? failed[code as keyof typeof failed]
    : failureSentence(failure, texts, 'settings');
}
