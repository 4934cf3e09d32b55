import type { SettingWords } from '../words/setting-words.ts';

/** English words for keys that only the reference contains: parts of a setting, and objects of several settings. */
export const settingPartWords: Readonly<Record<string, SettingWords>> = {
  'till.tips': { label: 'Tips', help: 'The percents alone, [15, 18, 20], or an object of the settings below.' },
  'till.surcharge': { label: 'Surcharge', help: 'An object of the settings below.' },
  'terminals.address': { label: 'Address', help: 'Address of the terminal, as above; an entry may be an object.' },
  'terminals.route': {
    label: 'Route',
    help: 'Route by which payments reach the terminal: cable, or cloud (the platform).',
  },
  'terminals.serialNumber': {
    label: 'Serial number',
    help: 'Serial number of its Device at the platform, for a terminal with a cable and the cloud route.',
  },
  'managers.name': { label: 'Name', help: 'Name of the person, as in people.' },
  'managers.pin': { label: 'PIN', help: 'Hash that tillbridge pin makes.' },
  'people.name': { label: 'Name', help: 'Name of the person. Two people with PINs have different names.' },
  'people.roles': { label: 'Roles', help: 'One or more of cashier, manager and technician.' },
  'people.pin': { label: 'PIN', help: 'Hash that tillbridge pin makes; managers and technicians need one.' },
  signIn: { label: 'Sign-in', help: 'An object of the settings below.' },
};
