import { useId } from 'react';
import { Icon, type IconName } from '../components/icon.tsx';
import * as keysCss from '../components/keys.module.css';
import * as css from './setup.module.css';

/** One row that can be picked. */
export interface Pick {
  id: string;
  name: string;
  /** Beneath the name. */
  sub?: string | undefined;
  /** What is in the way of picking it. */
  isOff?: boolean;
  /** At its right. */
  right?: string | undefined;
  icon?: IconName;
}

/** One of several, a row each: arrow keys go from one to the next, Enter is the go key. */
export function PickList({
  label,
  rows,
  chosen,
  isLarge = false,
  onPick,
}: {
  label: string;
  rows: readonly Pick[];
  chosen: string | null;
  isLarge?: boolean;
  onPick: (id: string) => void;
}) {
  const group = useId();
  const firstFree = rows.find(({ isOff }) => isOff !== true)?.id;
  return (
    <fieldset aria-label={label} className={isLarge ? `${css.picks} ${css.picksLarge}` : css.picks}>
      {rows.map(({ id, name, sub, isOff = false, right, icon }) => (
        <label
          key={id}
          className={`${keysCss.btn} ${css.pick}`}
          data-part="key"
          data-chosen={chosen === id || undefined}
          aria-disabled={isOff || undefined}
        >
          <input
            type="radio"
            name={group}
            checked={chosen === id}
            disabled={isOff}
            data-first={(chosen === null ? id === firstFree : chosen === id) || undefined}
            onChange={() => onPick(id)}
          />
          {icon ? <Icon name={icon} /> : null}
          <span>
            {name}
            {sub === undefined ? null : (
              <span className={keysCss.btnSub} data-part="key-sub">
                {sub}
              </span>
            )}
          </span>
          {right === undefined ? null : <span className={css.pickRight}>{right}</span>}
          {chosen === id ? <Icon name="tick" /> : null}
        </label>
      ))}
    </fieldset>
  );
}
