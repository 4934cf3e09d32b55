import type { RoleName } from '../../../electron/contract/index.ts';

const roles: Record<RoleName, string> = { cashier: 'Cashier', manager: 'Manager', technician: 'Technician' };

/** Who is at the till, their PIN, and who may allow what somebody else may not. */
export const signIn = {
  who: 'Who is at the till?',
  region: 'Sign in',
  people: 'People',
  roles,
  keptFact: 'The sale is kept:',
  outAfter: 'Signed out after',
  touchName: 'Touch your name',
  pin: 'PIN',
  pinOf: (name: string) => `PIN of ${name}`,
  pinKeys: 'PIN keys',
  digitsTyped: (count: number) => (count === 1 ? '1 digit typed' : `${count} digits typed`),
  somebodyElse: 'Somebody else',
  go: 'Sign in',
  nobody: 'Nobody signed in',
  signOut: (name: string) => `${name}: sign out`,
  wrong: 'Wrong PIN',
  wrongBy: (name: string, tries: number) => `${name}, wrong PIN number ${tries}`,
  locked: 'Locked',
  lockedBy: (name: string) => `No PIN of ${name} is looked at now.`,
  lockedAsk: (names: string) => `Ask ${names} meanwhile.`,
  lockedAskManager: 'Ask a manager meanwhile.',
  ladder: 'The wait grows',
  manager: 'Manager',
  wait: (time: string) => `Wait ${time}`,
  can: (name: string) => `${name} can allow it here, with a PIN.`,
  staysSignedIn: (name: string) => `For this one only. ${name} stays signed in.`,
  /** First what did not happen. */
  notDone: {
    given: 'Nothing was given back.',
    changed: 'Nothing was changed.',
    charged: 'Nothing was charged.',
    noted: 'Nothing was noted as paid.',
    link: 'The pay link was not closed.',
  },
};
