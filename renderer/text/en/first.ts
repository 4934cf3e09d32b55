import { counter } from './counter.ts';
import { display } from './display.ts';
import { failures } from './failures.ts';
import { frame } from './frame.ts';
import { day, history, tabs } from './history.ts';
import { kiosk } from './kiosk.ts';
import { links } from './links.ts';
import { money } from './money.ts';
import { outcomes } from './outcomes.ts';
import { payments } from './payments.ts';
import { receipts } from './receipts.ts';
import { sale } from './sale.ts';
import { thisScreen } from './this-screen.ts';
import { training } from './training.ts';

/** The English a counter needs at once; the words of the Terminals screen come with that screen. */
export const firstEnglish = {
  frame,
  counter,
  display,
  outcomes,
  failures,
  kiosk,
  links,
  money,
  payments,
  receipts,
  sale,
  history,
  tabs,
  day,
  thisScreen,
  training,
};
