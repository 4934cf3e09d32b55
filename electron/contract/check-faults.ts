/**
 * What a look over the till can find, beside what the setup finds of an account (SETUP_ANSWER's faults) and of a Device
 * (DEVICE_…): what is wrong, and what to do. English, for command line, logs and the English screen; every other language has both
 * sentences for each (renderer/text).
 */

/** What a sentence needs to know: never a secret. */
export type CheckContext = Readonly<Record<string, string | number | boolean | null>>;

/** What a context holds, as a part of a sentence. */
export const told = (value: CheckContext[string] | undefined): string => String(value ?? '');

/** What is wrong, and what to do. */
export type CheckWords = (context: CheckContext) => readonly [what: string, next: string];

const at = ({ address }: CheckContext): string => String(address ?? 'the port');

export const checkFaults = {
  'folder-unusable': ({ why }) => [
    `The data folder cannot be used: ${told(why)}.`,
    'Give it to the user who runs the till, for that user alone, or name another with --data.',
  ],
  'folder-share': ({ kind }) => [
    `The data folder lies on another computer (${told(kind)}): when the network goes, the record of payments goes.`,
    'Put it on a disk of this computer.',
  ],
  'disk-full': ({ free }) => [
    `The disk of the data folder is full: ${told(free)} left, and no payment starts that cannot be recorded.`,
    'Delete what is not needed, then check again.',
  ],
  'disk-low': ({ free }) => [`The disk of the data folder is nearly full: ${told(free)} left.`, 'Make room soon.'],
  'settings-wrong': ({ problem }) => [
    `The settings cannot be used: ${told(problem)}.`,
    'Correct that in the file, or take the last ones back: tillbridge settings back.',
  ],
  'settings-readable': ({ file, mode }) => [
    `Others of this computer may read ${told(file)}, and a password is in it (mode ${told(mode)}).`,
    `Close it: chmod 600 ${told(file)}`,
  ],
  'tls-off': ({ variable }) => [
    `${told(variable)} in the environment weakens every connection, so a live till does not start.`,
    'Take it out. A private authority is named as platform.caFile.',
  ],
  'setup-open': ({ step }) => [
    `This till is not set up to the end (${told(step)}), so it takes no payment yet.`,
    'Finish its setup: tillbridge setup.',
  ],
  'no-managers': () => [
    'There are no managers: anybody at this till may give money back.',
    'Add people with PINs (tillbridge pin).',
  ],
  'records-newer': () => [
    'The record of payments was written by a newer version of this program.',
    'Install that version again. Nothing was changed.',
  ],
  'records-damaged': () => [
    'The record of payments is damaged.',
    'Start the till: it sets the file aside and asks the platform about what it names. Keep the file.',
  ],
  'records-held': ({ program }) => [
    `Another program has this data folder${program ? `: ${told(program)}` : ''}, and it is no till that answers.`,
    'End it, or wait until it is done, then check again.',
  ],
  'records-failing': ({ code }) => [
    `The record of payments cannot be written (${told(code)}), so no payment starts.`,
    'See that the disk has room and may be written to.',
  ],
  'records-older': ({ at: moment, payments, file }) => [
    `They were found older than their recovery log at ${told(moment)}; ${told(payments)} payments were looked up.`,
    `Have this computer's disk checked, then delete ${told(file)}.`,
  ],
  'records-aside': ({ file }) => [
    `They were found damaged once, and put aside as ${told(file)}.`,
    'Keep that file safe elsewhere, then take it away from here.',
  ],
  'audit-anchor': () => ['its anchor cannot be read.', 'Have the log checked: `tillbridge audit verify` says more.'],
  'ca-soon': ({ subject, until }) => [
    `The certificate of ${told(subject)} is valid until ${told(until)}.`,
    'Get the new one from whoever runs the network, and name it as platform.caFile.',
  ],
  'ca-expired': ({ subject, until }) => [
    `The certificate of ${told(subject)} EXPIRED on ${told(until)}.`,
    'Get the new one from whoever runs the network, and name it as platform.caFile.',
  ],
  'password-away': ({ place, why }) => [
    `The platform's password cannot be had from ${told(place)}: ${told(why)}.`,
    'Unlock it there, or keep it anew: tillbridge secrets set.',
  ],
  'password-none': () => ['No password is kept for this account.', 'Keep it: tillbridge secrets set.'],
  'merchant-other': ({ merchant }) => [
    `The account does not see merchant ${told(merchant)}, which this till is of.`,
    'Set platform.merchant to one of the account, or take the account of that merchant.',
  ],
  'merchant-unsaid': ({ count }) => [
    `The account has ${told(count)} merchants, and the settings name none.`,
    "Set platform.merchant to this till's.",
  ],
  'port-held': ({ address, program, pid, remedy }) => [
    `${at({ address: address ?? null })} is held by another program${program ? `: ${told(program)} (process ${told(pid)})` : ''}.`,
    remedy ? `As administrator: ${told(remedy)}` : 'End that program, or have it leave this port alone.',
  ],
  'port-permission': ({ address, remedy }) => [
    `This user may not open ${at({ address: address ?? null })}.`,
    `As administrator: ${told(remedy)}`,
  ],
  meddler: ({ program, remedy }) => [
    `${told(program)} runs on this computer and takes serial ports for itself.`,
    `As administrator: ${told(remedy)}`,
  ],
  'terminal-none': () => [
    'No terminal is connected, so no card can be taken.',
    'Switch it on and connect it, or name it in the settings.',
  ],
  'terminal-away': ({ address, code }) => [
    `Nobody answers at ${at({ address: address ?? null })} (${told(code)}).`,
    'Check that the terminal is on, its cable, and the address on its own screen.',
  ],
  'terminal-stranger': ({ address }) => [
    `What answers at ${at({ address: address ?? null })} is no terminal known here.`,
    'Check the address, and its line: 115200 baud, 8N1.',
  ],
  'device-none': ({ serialNumber }) => [
    `The platform has none with serial number ${told(serialNumber)}: payments go without one.`,
    'Create a Device with its serial number at the platform, where reports are to name it.',
  ],
  'printer-away': ({ printer, why }) => [
    `The receipt printer ${told(printer)} cannot be reached: ${told(why)}.`,
    'Switch it on and check its cable or network. Payments go on without paper.',
  ],
  'printer-not-ready': ({ printer, reason }) => [
    `The receipt printer ${told(printer)} says: ${told(reason)}.`,
    'Put paper in and close its cover. Payments go on without paper.',
  ],
  'not-looked': () => ['Not looked at: what it needs is in the settings.', 'Mend the settings, then check again.'],
  'payment-runs': () => ['The ports were not looked at: a payment runs.', 'Check again after it.'],
} as const satisfies Readonly<Record<string, CheckWords>>;
export type CheckFault = keyof typeof checkFaults;
