import { useId } from 'react';
import { Icon } from './icon.tsx';
import * as css from './segments.module.css';

/** Radio keys for a few options, in one row: ← and → move along the row, as in every radio group. */
export function Segments<T extends string>({
  label,
  options,
  value,
  describedBy,
  onChange,
}: {
  label: string;
  /** Values in order, each with its name. */
  options: readonly (readonly [value: T, name: string])[];
  value: T | null;
  describedBy?: string | undefined;
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset
      className={css.segments}
      aria-label={label}
      {...(describedBy === undefined ? {} : { 'aria-describedby': describedBy })}
      data-many={options.length > 2 || undefined}
    >
      {options.map(([one, label]) => (
        <label key={one} data-chosen={one === value || undefined}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {one === value ? <Icon name="tick" /> : null}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
