import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../text/index.ts';
import * as css from './dialog.module.css';

/**
 * A dialog over the page: traps the focus, closes on Esc. Its head is no `header`, of which a page has one. Whoever opens it
 * gives the focus back.
 */
export function Dialog({
  title,
  size = 'lg',
  onClose,
  children,
}: {
  title: string;
  /** Width, as Mantine takes it. */
  size?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { close } = useTexts().words.frame;
  return (
    <Modal.Root opened onClose={onClose} centered size={size} returnFocus={false}>
      <Modal.Overlay color="var(--tb-shade)" backgroundOpacity={1} />
      <Modal.Content>
        <div className={`${css.head} ${css.line}`}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={close} size={48} iconSize={24} />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
