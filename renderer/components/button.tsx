import type { ComponentProps } from 'react';
import * as css from './button.module.css';

/** A button without the browser's looks: its class gives it others. */
export function Button({ className, ...others }: ComponentProps<'button'>) {
  return (
    <button type="button" {...others} className={className === undefined ? css.button : `${css.button} ${className}`} />
  );
}
