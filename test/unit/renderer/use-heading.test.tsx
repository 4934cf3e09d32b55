// @vitest-environment jsdom
/** Details that change take the focus to their heading, except while the user types in a search field. */
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useHeading } from '../../../renderer/components/use-heading.ts';

function Details({ state }: { state: string }) {
  const heading = useHeading(state);
  return (
    <h2 tabIndex={-1} ref={heading}>
      {state}
    </h2>
  );
}
const page = (state: string) => (
  <>
    <input aria-label="Search" />
    <button>Capture</button>
    <Details state={state} />
  </>
);

it('takes the focus when it appears and when its text changes, but not from a field', () => {
  const { rerender } = render(page('Held'));
  expect(document.activeElement?.textContent).toBe('Held');
  screen.getByRole('button').focus();
  rerender(page('Held'));
  expect(document.activeElement?.textContent).toBe('Capture');
  rerender(page('Released'));
  expect(document.activeElement?.textContent).toBe('Released');
  screen.getByRole('textbox').focus();
  rerender(page('Paid'));
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
