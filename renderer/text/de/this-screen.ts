import type { Part } from '../en/filled.ts';

/** Words of the choices that hold for one screen, and of the list of open screens. */
export const thisScreen: Part<'thisScreen'> = {
  title: 'Dieser Bildschirm',
  button: 'Dieser Bildschirm: Farben, Ton, Sprache',
  colours: 'Farben',
  themes: { system: 'Wie der Computer', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  sound: 'Ton',
  levels: { off: 'Aus', quiet: 'Leise', normal: 'Normal' },
  language: 'Sprache',
  tillLanguage: (name) => `Wie die Kasse (${name})`,
  kept: 'Es bleibt auf diesem Computer. Andere Kassen ändern sich nicht.',
  ownPin: {
    key: 'Meine PIN ändern',
    keySay: 'Dafür braucht es keine Leitung.',
    say: 'Ihr Name, die bisherige PIN und zweimal die neue: 4 bis 12 Ziffern.',
    now: 'Bisherige PIN',
    next: 'Neue PIN',
    again: 'Neue PIN noch einmal',
    missing: 'Geben Sie die neue PIN ein.',
    other: 'Die beiden neuen PINs sind nicht gleich.',
    done: (name) => `${name} hat eine neue PIN.`,
  },
  sessions: {
    heading: 'Offene Bildschirme',
    kinds: { till: 'Kasse', kiosk: 'Automat', display: 'Kundenanzeige' },
    own: 'dieser hier',
    since: (time) => `Seit ${time}`,
    used: (ago) => `zuletzt benutzt: ${ago}`,
    unconnected: 'gerade nicht verbunden',
    end: 'Beenden',
    endThat: (kind, time) => `Beenden: ${kind}, seit ${time}`,
    sure: 'Diesen Bildschirm beenden? Er braucht danach einen neuen Link. Eine laufende Zahlung geht weiter.',
    sureOwn: 'Den Bildschirm beenden, an dem Sie stehen? Er braucht danach einen neuen Link.',
    keep: 'Behalten',
    notRead: 'Die offenen Bildschirme konnten nicht gelesen werden. Schließen Sie das hier und öffnen Sie es erneut.',
    notEnded: 'Der Bildschirm wurde nicht beendet. Versuchen Sie es noch einmal.',
  },
  linkTaken: {
    title: 'Jemand anderes hat Ihren Link geöffnet',
    what: (time) =>
      `${time}: Ein anderes Programm auf diesem Computer hat den Link dieser Kasse vor Ihrem Browser geöffnet. Es wurde wieder ausgesperrt.`,
    charged: 'Dadurch wurde niemand belastet.',
    next: 'Sehen Sie die offenen Bildschirme durch und beenden Sie, was Sie nicht kennen. Suchen Sie im Verlauf nach Zahlungen, die hier niemand gemacht hat.',
    look: 'Offene Bildschirme',
    read: 'Gelesen',
  },
};
