import { useId, type ReactNode } from 'react';
import { useTexts } from '../text/index.ts';
import { Button } from './button.tsx';
import * as css from './dialog.module.css';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';

/**
 * Dialog in the middle of the page. The head is not a `header`, because a page has only one header. The caller returns
 * the focus on close, unless `returnsFocus` is set.
 */
export function Dialog({
  title,
  width = '38.75rem',
  returnsFocus = false,
  onClose,
  children,
}: {
  title: string;
  width?: string;
  returnsFocus?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { close } = useTexts().words.frame;
  const id = useId();
  return (
    <Modal
      labelledBy={id}
      className={css.dialog}
      style={{ flexBasis: width }}
      hasShade
      returnsFocus={returnsFocus}
      onClose={onClose}
    >
      <div className={css.head}>
        <h2 id={id} className={css.title}>
          {title}
        </h2>
        <Button className={css.close} aria-label={close} onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </div>
      <div className={css.body}>{children}</div>
    </Modal>
  );
}

/** Width of a dialog with one question. */
export const NARROW = '27.5rem';
