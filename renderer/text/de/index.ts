import type { Translation } from '../en/filled.ts';
import { checks } from './checks.ts';
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
import { printers } from './printers.ts';
import { settings } from './settings.ts';
import { setup } from './setup.ts';
import { signIn } from './sign-in.ts';
import { technician } from './technician.ts';
import { thisScreen } from './this-screen.ts';
import { training } from './training.ts';

/** German. */
export const de: Translation = {
  frame,
  checks,
  counter,
  display,
  outcomes,
  failures,
  technician,
  kiosk,
  links,
  money,
  payments,
  receipts,
  sale,
  printers,
  settings,
  setup,
  signIn,
  history,
  tabs,
  day,
  thisScreen,
  training,
};
