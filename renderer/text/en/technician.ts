import type {
  AttemptState,
  DeviceAction,
  DeviceView,
  Discovered,
  FailureCode,
  KnownKind,
  LinkKind,
  TerminalState,
} from '../../../electron/contract/index.ts';

export interface ActionWords {
  /** On the key. */
  name: string;
  /** While it runs. */
  running: string;
  /** In front of a failure's sentence. */
  notDone: string;
}

const actions: Record<DeviceAction, ActionWords> = {
  ACTIVATE: { name: 'Activate', running: 'Activating', notDone: 'Not activated' },
  DEACTIVATE: { name: 'Deactivate', running: 'Deactivating', notDone: 'Not deactivated' },
  CANCEL: { name: 'Cancel', running: 'Cancelling', notDone: 'Not cancelled' },
  REBOOT: { name: 'Restart', running: 'Restarting', notDone: 'Not restarted' },
  CREATE_IDLE_MESSAGE: { name: 'Idle message', running: 'Sending the idle message', notDone: 'Idle message not sent' },
};

const cableStates: Record<TerminalState, string> = {
  looking: 'Looking for it',
  identifying: 'Finding out what it is',
  ready: 'Connected',
  busy: 'Connected, in a payment',
  rebooting: 'Restarting',
  lost: 'Unplugged',
  failed: 'Not usable',
};

const connections: Record<DeviceView['connection'], string> = {
  open: 'Online',
  closed: 'Offline',
  unknown: 'Online or not: not known',
};

const links: Record<LinkKind, string> = { serial: 'serial line', hid: 'USB', tcp: 'network' };

const verdicts: Record<Discovered['verdict'], string> = {
  terminal: 'Terminal',
  stranger: 'Not a terminal',
  unavailable: 'Could not be opened',
};

const paymentEnds: Record<AttemptState, (amount: string) => string> = {
  working: (amount) => `The payment of ${amount} has been asked to stop. Its answer follows.`,
  checking: (amount) => `The payment of ${amount} is being checked: not known yet whether the customer was charged.`,
  captured: (amount) => `Too late: the payment of ${amount} was already paid. The customer was charged.`,
  authorized: (amount) => `Too late: ${amount} is held on the card.`,
  declined: (amount) => `The payment of ${amount} was declined. The customer was not charged.`,
  cancelled: (amount) => `The payment of ${amount} was cancelled. The customer was not charged.`,
  voided: (amount) => `The payment of ${amount} was taken back. The customer was not charged.`,
  asking: (amount) =>
    `The same card paid ${amount} minutes ago; the cashier has to say whether another payment is meant.`,
  partial: (amount) => `The bank approved a part of ${amount}; the cashier has to say what to do with it.`,
  refunded: (amount) => `Too late: ${amount} was given back to the card.`,
  released: (amount) => `The hold of ${amount} was given back. The customer was not charged.`,
  decided: (amount) => `Somebody decided about the payment of ${amount}. Look at its record.`,
  failed: (amount) => `The payment of ${amount} was not done. The customer was not charged.`,
};

/** What a failure means for an action or a look; every other code says what it says at the counter. */
const failures: Partial<Record<FailureCode, string>> = {
  TERM_REFUSED: 'The terminal refused it.',
  TERM_BUSY: 'The terminal is in the middle of a payment.',
  TERM_NOT_FOUND: 'This terminal or Device is not known any more.',
  PAY_NOT_FOUND: 'No payment is running there.',
  PAY_TOO_LATE: 'The payment could not be stopped any more.',
  API_TIMEOUT: 'The platform did not answer in time. It may have been done.',
  API_BROKEN: 'The connection to the platform broke. It may have been done.',
  API_SERVER: 'The platform has trouble of its own. It may have been done.',
  API_UNREADABLE: 'The platform’s answer could not be read. It may have been done.',
  API_NOT_FOUND: 'The platform does not know this Device any more.',
  API_INVALID: 'The platform refused the request.',
  API_CONFLICT: 'The platform is already doing this.',
  HOST_INTERNAL: 'Something in the till went wrong. It may have been done.',
  IPC_DISCONNECTED: 'The till’s engine is away for a moment.',
};

/** Why a port was left alone or could not be opened; every other code says what it says elsewhere on this screen. */
const portFailures: Partial<Record<FailureCode, string>> = {
  LINK_BUSY: 'Another program has it open.',
  LINK_PERMISSION: 'This computer does not let the till open it.',
  LINK_NOT_FOUND: 'It was gone when it was looked at.',
  LINK_TIMEOUT: 'It could not be opened in time.',
  TERM_SILENT: 'Nothing answered.',
  FRAME_GARBAGE: 'What answers there is no terminal that is known here.',
};

/** What a port's USB numbers say that it is. */
/** Words of the Terminals screen. */
export const technician = {
  title: 'Terminals',
  practice: 'Practice terminal',
  unnamed: 'Terminal',
  rail: {
    region: 'Terminals',
    count: (count: number) => (count === 1 ? '1 terminal' : `${count} terminals`),
    onlyCable: 'only on the cable',
    onlyPlatform: 'only at the platform',
    lookAgain: 'Look again',
    looking: (time: string) => `Looking, ${time}`,
    lastLook: 'What was found',
    lastLookSub: (age: string) => `Looked ${age}`,
    lastLookRunning: 'Looking now',
  },
  nobodyKnown: {
    what: 'Nobody at this till needs a PIN: anybody may give money back.',
    next: 'Add people with PINs in the settings.',
  },
  empty: {
    heading: 'No terminal',
    say: 'Nothing is on the cable and the platform names no Devices.',
    next: 'Connect a terminal, then look again.',
  },
  away: 'The till’s engine is away. What is shown is from before.',
  cableStates,
  connections,
  links,
  stateFor: (state: string, age: string) => `${state} for ${age}`,
  notOnCable: 'Not on the cable of this till',
  notOnPlatform: 'The platform has no Device with this serial number',
  noSerialNumber: 'Its serial number is not known yet',
  enabled: 'enabled',
  notEnabled: 'not enabled',
  platformOut: (age: string) => `Platform out of reach for ${age}`,
  platformRefused: 'The platform does not let this till in',
  platformNotConfigured: 'No platform is set up',
  serialNumber: 'Serial number',
  warnings: {
    tampered: 'The terminal says it has been tampered with.',
    tamperedNext: 'Take it out of use and send it in.',
    notOperational: 'The terminal says it is not operational.',
    notOperationalNext: 'Restart it. If it stays, replace it.',
    resetting: (time: string) => `The terminal restarts by itself in ${time}, as it does once a day.`,
    resettingNow: 'The terminal is about to restart by itself, as it does once a day.',
    resettingNext: 'In the minute before, no payment is started. It comes back by itself.',
    selfTest: (at: string, what: string) => `The self-test at ${at} was not passed. ${what}`,
    selfTestSince: (since: string) => `So since ${since}.`,
    older: (payments: number) =>
      `This computer’s disk lost payment records. ${payments === 1 ? 'One payment was' : `${payments} payments were`} looked up.`,
    olderNext: (file: string) => `Have the disk checked, then delete ${file}.`,
    quarantinedNext: (file: string) => `Keep ${file} safe elsewhere.`,
    other: (found: string, paired: string) => `Terminal ${found} is plugged in where ${paired} belongs.`,
    otherNext: 'No payment goes to it. Plug the right one in, or take this one into service in its place.',
    takeThisOne: 'Take this one',
    networkAway: (address: string) => `Nothing answers at ${address}.`,
    networkAwayNext:
      'If the router has given the terminal a new address, give it a fixed one there, or its name in the settings: tcp:NAME:PORT.',
    twice: (devices: string) => `The platform has more than one Device with this serial number: ${devices}.`,
    twiceNext: 'No payment goes to it. Give the one that is not in use another serial number at the platform.',
    otherMerchant: (merchant: string, till: string) =>
      `The platform’s Device with this serial number belongs to merchant ${merchant}; this till is of ${till}.`,
    noMerchant: (till: string) =>
      `The platform does not say which merchant this Device belongs to; this till is of ${till}.`,
    otherMerchantNext: 'No payment goes to it. It needs a Device of this till’s merchant.',
    notEnabled: 'The Device is not enabled.',
    notEnabledNext: 'No payment goes to it. Activate it.',
    noDevice: 'The platform has no Device with this serial number, and this terminal has no cable here.',
    noDeviceNext: 'No payment goes to it. It needs a Device at the platform.',
  },
  gauges: {
    region: 'State',
    linkUp: 'Link up',
    reconnects: 'Reconnects',
    readErrors: 'Read errors',
    battery: 'Battery',
    temperature: 'Temperature',
    percent: (value: string) => `${value}%`,
    celsius: (value: string) => `${value} °C`,
    mains: 'On mains',
    unknown: 'not known',
    none: '–',
  },
  facts: {
    idleMessage: 'Idle message',
    noIdleMessage: 'none',
    device: 'Device',
    merchant: 'Merchant',
    processor: 'Processor',
  },
  metrics: {
    title: 'Device Metrics',
    readAgain: 'Read again',
    reading: 'Reading',
    read: (age: string) => `Read ${age}`,
    none: 'The platform has no metrics of this Device yet.',
    noDevice: 'Metrics come with a Device at the platform.',
    notRead: 'Metrics could not be read.',
    at: 'Time',
    connection: 'Connection',
    network: 'Network',
    signal: 'Signal',
    also: 'Also sent',
    empty: '–',
    yes: 'yes',
    no: 'no',
  },
  actions: {
    region: 'Actions',
    words: actions,
    byPlatform: 'By platform, then read back',
    byCable: 'By cable',
    byCableRestart: 'By cable, about 20 s',
    reasons: {
      processor: (processor: string | null) => (processor ? `Not with ${processor}` : 'Not with this processor'),
      already: {
        ACTIVATE: 'Already active',
        DEACTIVATE: 'Already not active',
        CANCEL: 'Already cancelling',
        REBOOT: 'Already restarting',
        CREATE_IDLE_MESSAGE: 'Already shown',
      } satisfies Record<DeviceAction, string>,
      'nothing-running': 'Nothing is running',
      offline: 'The terminal is offline',
      'no-cable': 'Not on the cable',
      noDevice: 'Needs a Device at the platform',
      notThisModel: 'Not with this model',
      notOffered: 'Not offered',
      another: 'Another action is running',
      payment: 'A payment is open, cancel it first',
      away: 'The till’s engine is away',
    },
    runningFor: (time: string) => `Running, ${time}`,
  },
  dialog: {
    cancel: 'Go back',
    activationTitle: (name: string) => `Activate ${name}`,
    activationLabel: 'Activation code',
    activationHelp: 'The terminal shows it. It is passed on and not kept.',
    activationMissing: 'Type the code',
    idleTitle: (name: string) => `Idle message of ${name}`,
    idleLabel: 'Message',
    idleHelp: (left: number) => (left === 1 ? '1 character left.' : `${left} characters left.`),
    idleMissing: 'Type a message',
    idleGo: 'Show this message',
    deactivateTitle: (name: string) => `Deactivate ${name}?`,
    deactivateSay: 'It takes no payments until it is activated again.',
    openPaymentTitle: (action: string, name: string) => `${action} ${name} now?`,
    openPaymentSay: 'A payment is open on this terminal. Stopping it in the middle ends in checking.',
  },
  result: {
    region: 'Result',
    dismiss: 'Put away',
    route: { platform: 'by platform', cable: 'by cable' },
    took: (time: string) => `took ${time}`,
    activated: 'Activated',
    deactivated: 'Deactivated',
    cancelSent: 'Cancel was sent',
    restartSent: 'Restart was sent',
    idleMessageSent: 'Idle message was sent',
    notTaken: (action: string) => `${action}: sent, but not taken`,
    notRead: 'Sent. The Device could not be read back.',
    readEnabled: 'Read back: enabled.',
    readNotEnabled: 'Read back: not enabled.',
    readIdleMessage: (text: string) => `Read back: “${text}”.`,
    shownByTerminal: 'The terminal has taken it. It is not kept at the platform.',
    readNoIdleMessage: 'Read back: no idle message.',
    readConnection: {
      open: 'Read back: online.',
      closed: 'Read back: offline.',
      unknown: 'Read back: connection not known.',
    } satisfies Record<DeviceView['connection'], string>,
    notTakenNext: 'The platform dropped it. Look again before you repeat it.',
    noPayment: 'No payment of this till was running there.',
    paymentEnds,
    restart: {
      under: 'It has not gone away from the cable yet.',
      away: 'It is restarting and comes back by itself.',
      back: (age: string) => `It is back on the cable, ${age}.`,
    },
    failedNext: 'Look at the two lights, then try again.',
    failedUnsureNext: 'Look again first: it may have been done.',
    failures,
  },
  look: {
    title: 'What was found',
    never: 'Nobody has looked yet in this window.',
    neverNext: 'Press Look again.',
    running: (time: string) => `Every port is tried and the platform’s Devices are read. ${time}`,
    summary: (terminals: number, strangers: number, unavailable: number) =>
      [
        terminals === 1 ? '1 terminal' : `${terminals} terminals`,
        strangers === 1 ? '1 other device' : `${strangers} other devices`,
        unavailable === 1 ? '1 port that could not be opened' : `${unavailable} ports that could not be opened`,
      ].join(', '),
    nothing: 'No serial port and no USB terminal is connected to this computer.',
    took: (time: string) => `took ${time}`,
    portsFailed: 'The ports could not be looked at.',
    devices: (count: number) => (count === 1 ? 'The platform names 1 Device.' : `The platform names ${count} Devices.`),
    devicesFailed: 'The platform’s Devices could not be read.',
    verdicts,
    failures: portFailures,
    heard: {
      text: 'Something else talks there, in plain text: no terminal.',
      noise: 'Something answers, but not readably. Set its line to 115200 baud, 8 data bits, no parity.',
      slow: 'It answers far too slowly. The device server or adapter has to run at 115200 baud.',
    },
    notAsked: {
      title: 'Not asked',
      because: {
        'receipt-printer': 'It is the receipt printer.',
        settings: 'The settings say so.',
        person: 'Somebody said that it is no terminal.',
      },
      known: {
        printer: 'By its USB numbers it is a printer.',
        modem: 'By its USB numbers it is a modem.',
        gps: 'By its USB numbers it is a GPS receiver.',
        board: 'By its USB numbers it is a board that restarts when it is asked.',
        scanner: 'By its USB numbers it is a scanner.',
        scale: 'By its USB numbers it is a scale.',
      } satisfies Record<KnownKind, string>,
      never: 'Never ask here',
      always: 'Ask this port',
      undecided: 'Ask it again',
      of: (key: string, port: string) => `${key}: ${port}`,
      asking: 'Asking',
      failed: 'Not kept.',
    },
    usb: (vendor: string, product: string) => `USB ${vendor}:${product}`,
    help: 'How to read this',
    helpTerminal: 'A terminal answered and can be used.',
    helpStranger: 'Something else answers there, or nothing does. It is left alone.',
    helpNotTerminal: 'A scale, a printer of another program? Press Never ask here: nothing is sent there any more.',
    helpUnavailable: 'The port is in use by another program, or this computer does not let the till open it.',
  },
};
