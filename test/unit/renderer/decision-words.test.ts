import { expect, it } from 'vitest';
import { stateWord } from '../../../renderer/components/payment-rows.ts';
import { outcomeMessage } from '../../../renderer/sale/outcome-message.ts';
import { textsFor } from '../../../renderer/text/index.ts';
import { finished } from './fixtures/states.ts';

const texts = textsFor('en-US');
const decision = { verdict: 'paid', by: 'Mo', reason: 'they saw the slip' } as const;
const captureAsked = [{ step: 'capture-asked', atMs: 60_000 }];

it.each([
  ['a sale', finished({ state: 'decided', decision }), 'Decided: paid', 'Marked as paid'],
  [
    'a hold without a requested capture',
    finished({ state: 'decided', decision, kind: 'authorization' }),
    'Decided: held',
    'Marked as held',
  ],
  [
    'a hold that was to be captured',
    finished({ state: 'decided', decision, kind: 'authorization', timings: captureAsked }),
    'Decided: paid',
    'Marked as paid',
  ],
  [
    'money back to a card',
    finished({ state: 'decided', decision, kind: 'refund' }),
    'Decided: given back',
    'Marked as given back',
  ],
])('%s: the message contains the decision', (_name, attempt, listed, message) => {
  expect(stateWord(attempt, texts, 0)).toBe(listed);
  expect(outcomeMessage('decided', attempt, texts, 60_000).heading).toBe(message);
});
