import { checkFaults, type CheckFault, type CheckName, type CheckWords } from '../../../electron/contract/index.ts';

/** What is looked at, each in a few words. */
const names: Record<CheckName, string> = {
  program: 'Program',
  folder: 'Data folder',
  disk: 'Room on the disk',
  settings: 'Settings',
  people: 'Managers',
  records: 'Record of payments',
  audit: 'Audit log',
  network: 'Way to the platform',
  password: 'Password',
  account: 'Account',
  clock: 'Clock',
  merchant: 'Merchant',
  ports: 'Ports',
  terminals: 'Terminals',
  devices: 'Devices at the platform',
  printer: 'Receipt printer',
  till: 'Till',
};

/** For what has no sentence of its own in the table of faults; the code beside it says more. */
const others: Partial<Record<CheckName, readonly [what: string, next: string]>> & {
  other: readonly [what: string, next: string];
} = {
  account: [
    'The platform does not take this account, or cannot be reached.',
    'Check address, user name and password in the settings.',
  ],
  clock: ['This computer’s clock is minutes away from the platform’s.', 'Set date and time of this computer.'],
  merchant: ['The merchant cannot take payments yet.', 'Ask the platform about its approval.'],
  network: ['The way to the platform is not right.', 'Check proxy and certificates in the settings.'],
  devices: ['No payment goes to this Device.', 'Look at it in the list of terminals.'],
  other: ['This could not be checked.', 'Check again.'],
};

/** Words of Terminals → Check. */
export const checks = {
  title: 'Check this till',
  rail: 'Check',
  names,
  faults: checkFaults as Record<CheckFault, CheckWords>,
  others,
  running: (name: string, at: number, count: number) => `Looking at ${name}, ${at} of ${count}.`,
  good: 'Everything a payment needs is there.',
  notes: (count: number) =>
    count === 1
      ? 'Payments can be taken. One thing should be seen to.'
      : `Payments can be taken. ${count} things should be seen to.`,
  problems: (count: number) => (count === 1 ? 'One thing stops payments.' : `${count} things stop payments.`),
  states: {
    waiting: 'Not yet',
    running: 'Looking',
    ok: 'Fine',
    note: 'See to it',
    problem: 'Stops payments',
    none: 'Nothing to check',
  },
  failed: 'The till could not be asked.',
  again: 'Check again',
  checking: (time: string) => `Checking, ${time}`,
  help: 'What this does',
  helpSay: 'It looks and changes nothing. No payment is sent, nothing is printed, and no terminal in use is touched.',
};
