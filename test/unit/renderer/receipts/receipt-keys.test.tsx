// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureCodes, type AttemptView, type ReceiptWays } from '../../../../electron/contract/index.ts';
import { Announcer } from '../../../../renderer/components/announcer.tsx';
import { KeyScope } from '../../../../renderer/components/key-scope.tsx';
import { ReceiptKeys } from '../../../../renderer/receipts/receipt-keys.tsx';
import { sendSentence } from '../../../../renderer/receipts/send-form.tsx';
import { TillProvider } from '../../../../renderer/store/index.ts';
import { words as en } from '../../../../electron/words/generated/en/index.ts';
import { answeringTill, rejectedWith, type AnsweringTill, type Answers } from '../fixtures/answering-till.ts';
import { paidWithChip, receiptAnswers } from '../fixtures/receipts.ts';
import { attempt, finished, hostState } from '../fixtures/states.ts';
import { settle } from '../fixtures/window.tsx';

const words = en.receipts;

beforeAll(() => {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  };
});
beforeEach(() => {
  window.print = vi.fn();
});

const all: ReceiptWays = { printer: true, email: true, sms: true };

function show(
  view: AttemptView,
  { ways = all, isCompact = false, answers = {} }: { ways?: ReceiptWays; isCompact?: boolean; answers?: Answers } = {},
): AnsweringTill {
  const host = hostState({ attempts: [view], till: { ...hostState().till, receipts: ways } });
  const till = answeringTill(host, { ...receiptAnswers(paidWithChip), ...answers });
  render(
    <TillProvider till={till}>
      <Announcer>
        <KeyScope screenKey="test">
          <ReceiptKeys attempt={view} isCompact={isCompact} />
        </KeyScope>
      </Announcer>
    </TillProvider>,
  );
  return till;
}
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const dialog = () => screen.findByRole('dialog', {}, { timeout: 60_000 });
const called = (till: AnsweringTill) => till.calls.map(({ path }) => path);

describe('the keys of a receipt', () => {
  it.each(['p', 'P'])('%s prints the customer’s copy, and shows the result', async (key) => {
    const till = show(paidWithChip);
    press(key);
    expect(await screen.findAllByText(words.printed)).not.toHaveLength(0);
    expect(till.calls).toEqual([{ path: 'receipt.print', input: { attempt: paidWithChip.id, copy: 'customer' } }]);
    await waitFor(() => expect(screen.getByRole('status').textContent?.trim()).toBe(words.printed));
  });

  it('says printed only when the printer confirmed it; calls a duplicate a duplicate', async () => {
    const print = { printer: 'x', bytes: 1, tookMs: 1, isConfirmed: false, isDuplicate: true };
    show(paidWithChip, { answers: { 'receipt.print': () => print } });
    press('p');
    expect(await screen.findAllByText(`${words.handedOver} ${words.printedDuplicate}`)).not.toHaveLength(0);
  });

  it.each(failureCodes.filter((code) => code.startsWith('PRINTER_')))(
    'give for %s the reason, the complete payment and the next step, and work again',
    async (code) => {
      const till = show(paidWithChip, { answers: { 'receipt.print': () => rejectedWith(code) } });
      press('p');
      const { what, next } = en.failures[code];
      expect(await screen.findAllByText(`${what} ${next}`)).not.toHaveLength(0);
      expect(what).toMatch(/payment is complete/i);
      press('p');
      expect(called(till)).toEqual(['receipt.print', 'receipt.print']);
    },
  );

  it('accept one press at a time', async () => {
    const answer = Promise.withResolvers<unknown>();
    const till = show(paidWithChip, { answers: { 'receipt.print': () => answer.promise } });
    press('p');
    press('p');
    expect(await screen.findByText(words.printing)).toBeTruthy();
    expect(called(till)).toEqual(['receipt.print']);
    await act(async () => answer.resolve({ printer: 'x', bytes: 1, tookMs: 1, isConfirmed: true, isDuplicate: false }));
    expect(screen.queryByText(words.printing)).toBeNull();
  });

  it('use this computer’s printing once without a receipt printer, which counts as given', async () => {
    const till = show(paidWithChip, { ways: { ...all, printer: false } });
    press('p');
    expect(await within(await dialog()).findByText('PIN verified')).toBeTruthy();
    await waitFor(() => expect(called(till)).toContain('receipt.given'));
    expect(window.print).toHaveBeenCalledTimes(1);
    expect(called(till)).not.toContain('receipt.print');
    // The printed article is next to the page rather than inside it.
    expect(document.querySelectorAll('body > [data-part="print-only"] > article')).toHaveLength(1);
  });

  it('show a code and its content at Q', async () => {
    show(paidWithChip);
    press('q');
    expect(await within(await dialog()).findByRole('img', { name: words.qrLabel })).toBeTruthy();
    expect(screen.getByText(words.holds.text)).toBeTruthy();
  });

  it.each([
    ['e', 'EMAIL', 'ana@example', 'ana@example.com'],
    ['t', 'SMS', '4155550100', '+1 415 555 0100'],
  ] as const)(
    '%s asks for the destination, refuses an invalid address before sending, and shows the result',
    async (key, method, wrong, right) => {
      const till = show(paidWithChip);
      press(key);
      const text = words.forms[method];
      const field = await within(await dialog()).findByLabelText(text.label);
      await settle(420);
      fireEvent.change(field, { target: { value: wrong } });
      fireEvent.click(screen.getByRole('button', { name: text.send }));
      expect(await screen.findAllByText(text.wrong)).not.toHaveLength(0);
      expect(called(till)).not.toContain('receipt.send');
      fireEvent.change(field, { target: { value: right } });
      fireEvent.click(screen.getByRole('button', { name: text.send }));
      const destination = right.replaceAll(' ', '');
      expect(await screen.findByText(words.sent({ destination }))).toBeTruthy();
      expect(till.calls.at(-1)).toEqual({
        path: 'receipt.send',
        input: { attempt: paidWithChip.id, method, destination },
      });
    },
  );

  it('offers only the ways of this till, and only receipts that the platform has', () => {
    show(paidWithChip, { ways: { printer: true, email: false, sms: false } });
    expect(screen.queryByRole('button', { name: words.email })).toBeNull();
    cleanup();
    show(finished({ state: 'declined', declineCode: 'EXPIRED_CARD' }));
    expect(screen.queryByRole('button', { name: words.text })).toBeNull();
    expect(screen.getByRole('button', { name: words.print })).toBeTruthy();
  });

  it('are a single key in the compact form, which leads to all ways, with the same letters', async () => {
    const till = show(paidWithChip, { isCompact: true });
    expect(screen.getAllByRole('button')).toHaveLength(1);
    press('p');
    await waitFor(() => expect(called(till)).toEqual(['receipt.print']));
    fireEvent.click(screen.getByRole('button', { name: words.receipt }));
    expect(await within(await dialog()).findByRole('article', { name: words.paper })).toBeTruthy();
    fireEvent.click(within(await dialog()).getByLabelText(words.copies.merchant));
    expect(await within(await dialog()).findByText('Merchant copy', { selector: 'article p' })).toBeTruthy();
  });

  it.each(['working', 'partial'] as const)('are absent while the payment is %s', (state) => {
    show(attempt({ state }));
    expect(screen.queryByRole('button')).toBeNull();
  });
});

it('says sent only when the platform reports it as sent', () => {
  const result = { method: 'EMAIL', destination: 'ana@example.com', reason: null, receipt: null } as const;
  expect(sendSentence({ ...result, state: 'sent' }, en)).toBe('Sent to ana@example.com.');
  expect(sendSentence({ ...result, state: 'failed', reason: 'UNDELIVERABLE' }, en)).toMatch(
    /^Not sent.*address does not exist.*Check/,
  );
  expect(sendSentence({ ...result, state: 'failed', reason: 'SOMETHING_NEW' }, en)).toMatch(
    /^Not sent.*could not deliver/,
  );
  expect(sendSentence({ ...result, state: 'unknown' }, en)).toMatch(/has not confirmed/);
});
