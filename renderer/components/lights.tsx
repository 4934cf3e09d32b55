import { useTexts } from '../text/index.ts';
import * as css from './lights.module.css';

/**
 * State of a light. Disc: fine; half disc: stale; cross: down; bar: not in use (design language, section 4, Lights).
 */
export type LightState = 'ok' | 'stale' | 'down' | 'off';

const lamps = {
  ok: <circle cx="8" cy="8" r="6.5" fill="currentColor" />,
  stale: (
    <>
      <circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.8" />
      <path d="M8 1.5a6.5 6.5 0 0 0 0 13z" fill="currentColor" />
    </>
  ),
  down: <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2.8" fill="none" />,
  off: <path d="M2 8h12" stroke="currentColor" strokeWidth="3" fill="none" />,
};

/** Lamp without a label: the shape shows the state without the colour. */
export function Lamp({ state }: { state: LightState }) {
  return (
    <svg className={css.lamp} data-part="lamp" viewBox="0 0 16 16" data-s={state} aria-hidden="true" focusable="false">
      {lamps[state]}
    </svg>
  );
}

/** Light with its name above and its age below. */
function Light({
  state,
  name,
  age,
  spoken,
}: {
  state: LightState;
  name: string;
  /** For example "now", "12 s ago" or "out 6 s". */
  age: string;
  /** Complete sentence for screen readers. */
  spoken: string;
}) {
  return (
    <span className={css.light}>
      <Lamp state={state} />
      <span className={css.lightName} aria-hidden="true">
        {name}
      </span>
      <span className={css.lightAge} aria-hidden="true">
        {age}
      </span>
      <span className="tb-sr">{spoken} </span>
    </span>
  );
}

export interface LightView {
  state: LightState;
  age: string;
}

/** Cable and platform lights of this till's terminal; with `href`, they open Health. */
export function Lights({ cable, platform, href }: { cable: LightView; platform: LightView; href?: string }) {
  const { words } = useTexts();
  const text = words.frame.lights;
  const lights = (
    <>
      <Light
        state={cable.state}
        name={text.cable}
        age={cable.age}
        spoken={`${text.cableStates[cable.state]} ${cable.age}.`}
      />
      <Light
        state={platform.state}
        name={text.platform}
        age={platform.age}
        spoken={`${text.platformStates[platform.state]} ${platform.age}.`}
      />
    </>
  );
  if (href === undefined)
    return (
      <div className={css.lights} data-part="lights">
        {lights}
      </div>
    );
  return (
    <a className={css.lights} data-part="lights" href={href}>
      {lights}
      <span className="tb-sr">{text.open}</span>
    </a>
  );
}
