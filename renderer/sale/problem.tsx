import { mayHaveChargedAfter } from '../../electron/contract/index.ts';
import { useSpeakOnce } from '../components/announcer.tsx';
import { Plate } from '../components/keys.tsx';
import { isStartedHere, useScreen, useTill } from '../store/index.ts';
import { platformWords, useTexts } from '../text/index.ts';
import { secondPressText } from '../text/second-press.ts';
import { sentences } from './message.ts';
import * as windowCss from '../components/window.module.css';

/**
 * Shows why the host refused the last command: the event, whether the customer was charged, the next step. With
 * `about`, shows only a refusal because another window acted first on this payment; used outside the counter.
 */
export function Problem({ about }: { about?: string }) {
  const refused = useTill((state) => state.sale.problem);
  const texts = useTexts();
  const { words } = texts;
  const second = refused && secondPressText(refused, texts);
  const isMeant = about === undefined || (second !== undefined && refused?.context?.['attempt'] === about);
  const problem = isMeant ? refused : null;
  const failure = problem && words.failures[problem.code];
  const isKnown = problem !== null && !mayHaveChargedAfter(problem.code);
  const charged = isKnown ? words.outcomes.nobodyCharged : words.outcomes.notKnown;
  const what = second ? second.what : (failure?.what ?? '');
  const reason = problem && platformWords(problem, texts);
  const say = second ? second.say : sentences([charged, reason ?? '', failure?.next ?? '']);
  const key = problem ? `problem/${problem.code}/${problem.message}/${what}` : '';
  useSpeakOnce(key, failure ? sentences([what, say]) : '', 'assertive');
  return (
    <>
      {about === undefined ? <OtherWindow /> : null}
      {problem && failure ? (
        <Plate>
          <p>
            <b>{what}</b> {say}
          </p>
          {second ? null : (
            <p className={`${windowCss.small} tb-code`} data-part="small">
              {problem.code}
            </p>
          )}
        </Plate>
      ) : null}
    </>
  );
}

/** States that another window started the shown payment or link. The window of an outcome states this itself. */
function OtherWindow() {
  const screen = useScreen();
  const isOther = useIsOtherShown();
  const { otherWindow } = useTexts().words.sale;
  const isSaid = screen.kind === 'outcome' && screen.outcome !== 'partly-paid';
  return isOther && !isSaid ? (
    <Plate>
      <p>{otherWindow.started}</p>
    </Plate>
  ) : null;
}

/** True when another window started the payment or link on the sale place. */
export function useIsOtherShown(): boolean {
  const screen = useScreen();
  const shown = 'attempt' in screen ? screen.attempt : screen.kind === 'link' ? screen.link : null;
  return useTill((state) => shown !== null && !isStartedHere(state, shown.id));
}
