import { useId } from 'react';
import { Icon, type IconName } from '../components/icon.tsx';
import * as keysCss from '../components/keys.module.css';
import * as css from './setup.module.css';

/** One row that can be picked. */
export interface Pick {
  id: string;
  name: string;
  /** Text below the name. */
  sub?: string | undefined;
  /** True when the row cannot be picked. */
  isOff?: boolean;
  /** Text at the right of the row. */
  right?: string | undefined;
  icon?: IconName;
}

/** A choice with one row each: arrow keys move between the rows, and Enter is the go key. */
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
