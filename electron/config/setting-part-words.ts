import type { SettingWords } from '../words/setting-words.ts';

/** English words for keys that only the reference contains: parts of a setting, and objects of several settings. */
export const settingPartWords: Readonly<Record<string, SettingWords>> = {
  'till.tips': { label: 'Tips', help: 'The percents alone, [15, 18, 20], or an object of the settings below.' },
  'till.surcharge': { label: 'Surcharge', help: 'An object of the settings below.' },
  'terminals.address': { label: 'Address', help: 'As above; entries may be objects.' },
  'terminals.route': { label: 'Route', help: 'Who drives it in a payment: cable, or cloud (the platform).' },
  'terminals.serialNumber': {
    label: 'Serial number',
    help: 'Of its Device at the platform, for a cable beside the cloud route.',
  },
  'managers.name': { label: 'Name', help: 'As in people.' },
  'managers.pin': { label: 'PIN', help: 'Hash made by tillbridge pin.' },
  'people.name': { label: 'Name', help: 'A name with a PIN is nobody else’s.' },
  'people.roles': { label: 'Roles', help: 'cashier, manager, technician; several.' },
  'people.pin': { label: 'PIN', help: 'Hash made by tillbridge pin; managers and technicians need one.' },
  signIn: { label: 'Sign-in', help: 'An object of the settings below.' },
};
