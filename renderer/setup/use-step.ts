import { useState } from 'react';
import {
  setupFaultOf,
  toFailure,
  type Failure,
  type FaultContext,
  type SetupAnswer,
  type SetupFault,
  type SetupField,
  type SetupView,
} from '../../electron/contract/index.ts';
import { failureSentence } from '../components/form.tsx';
import { useCommands, useTill } from '../store/index.ts';
import { useTexts, setupFaultText } from '../text/index.ts';
import { setupWords } from '../text/setup-words.ts';

/** A rejected answer: the field, and a message with the reason and the remedy. */
export interface Mistake {
  fault: SetupFault;
  field: SetupField;
  sentence: string;
  context: FaultContext;
}

/** The answer of one question: its state, and the ways around it. */
export interface StepRun {
  view: SetupView;
  /** True when sending is impossible: a request is running, or the host is disconnected. */
  isBusy: boolean;
  isSending: boolean;
  mistake: Mistake | null;
  /** The last mistake; it stays while another request is running. */
  lastMistake: Mistake | null;
  /** The host's refusal that is no field's mistake, or null. */
  problem: string | null;
  send: (answer: SetupAnswer) => Promise<void>;
  /** Runs any other request of this step. */
  ask: (task: () => Promise<unknown>) => Promise<boolean>;
  back: () => void;
  skip: () => void;
  /** Called on typing: clears the mistake and the problem. */
  forget: () => void;
}

export function useStep(view: SetupView): StepRun {
  const texts = useTexts(setupWords);
  const { setup } = useCommands();
  const isLive = useTill(({ mirror }) => mirror.connection.state === 'live');
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = async (task: () => Promise<unknown>): Promise<boolean> => {
    if (isSending || !isLive) return false;
    setIsSending(true);
    try {
      await task();
      setFailure(null);
      return true;
    } catch (error) {
      setFailure(toFailure(error));
      return false;
    } finally {
      setIsSending(false);
    }
  };
  const setupFault = failure && setupFaultOf(failure);
  const context = failure?.context ?? {};
  const mistake = setupFault && {
    ...setupFault,
    context,
    sentence: setupFaultText(texts.words.setup.faults, setupFault.fault, context),
  };
  return {
    view,
    isBusy: isSending || !isLive,
    isSending,
    mistake: isSending ? null : mistake,
    lastMistake: mistake,
    // A restarting host is not shown as a problem.
    problem: failure && !setupFault && isLive && !isSending ? failureSentence(failure, texts, 'setup') : null,
    send: async (answer) => void (await ask(() => setup(({ answerSetup }) => answerSetup(answer)))),
    ask,
    back: () => void ask(() => setup(({ backInSetup }) => backInSetup())),
    skip: () => void ask(() => setup(({ skipInSetup }) => skipInSetup())),
    forget: () => setFailure(null),
  };
}
