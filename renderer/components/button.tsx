import type { ComponentProps } from 'react';
import * as css from './button.module.css';

/** Button without the browser's styling; its class adds the style. */
export function Button({ className, ...others }: ComponentProps<'button'>) {
  return (
    <button type="button" {...others} className={className === undefined ? css.button : `${css.button} ${className}`} />
  );
}
