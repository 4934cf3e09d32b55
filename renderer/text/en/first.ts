import { counter } from './counter.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { history, tabs } from './history.ts';
import { links } from './links.ts';
import { money } from './money.ts';
import { outcomes } from './outcomes.ts';
import { payments } from './payments.ts';
import { receipts } from './receipts.ts';
import { sale } from './sale.ts';
import { signIn } from './sign-in.ts';
import { thisScreen } from './this-screen.ts';

/** The English a counter needs at once; those of the guide, the Day, Terminals and Settings screens and the customer's windows come with them. */
export const firstEnglish = {
  frame,
  counter,
  outcomes,
  failures,
  links,
  money,
  payments,
  receipts,
  sale,
  signIn,
  history,
  tabs,
  thisScreen,
};
