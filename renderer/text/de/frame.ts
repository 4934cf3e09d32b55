import type { Part } from '../filled.ts';

const count = new Intl.PluralRules('de');

/** Words of the frame: top bar, lights, training band, shortcuts. */
export const frame: Part<'frame'> = {
  product: 'Tillbridge',
  mainNavigation: 'Hauptmenü',
  menu: 'Menü',
  closeMenu: 'Menü schließen',
  close: 'Schließen',
  sale: 'Verkauf',
  terminals: 'Terminals',
  saleRunning: 'eine Zahlung ist offen',
  keysRegion: 'Tasten',
  unnamedChoice: (number) => `Auswahl ${number}`,
  training: {
    region: 'Übungsmodus',
    word: 'ÜBUNG',
    short: 'Es fließt kein Geld.',
    rest: 'Karte, Bank und Terminal sind nachgestellt.',
  },
  lights: {
    open: 'Zustand des Terminals',
    cable: 'Kabel',
    platform: 'Plattform',
    cableStates: {
      ok: 'Kabel verbunden.',
      stale: 'Kabel verbunden, das Terminal ist still.',
      down: 'Kabel abgesteckt.',
      off: 'Kein Terminal in Gebrauch.',
    },
    platformStates: {
      ok: 'Plattform erreichbar.',
      stale: 'Plattform: letzte Antwort ist alt oder unsicher.',
      down: 'Plattform nicht erreichbar.',
      off: 'Plattform nicht in Gebrauch.',
    },
    notYet: 'noch nicht',
    out: (age) => `weg ${age}`,
  },
  age: {
    now: 'jetzt',
    ago: (age) => `vor ${age}`,
    seconds: (count) => `${count} s`,
    minutes: (count) => `${count} min`,
    hours: (count) => `${count} h`,
    // Also said after “vor” and “seit”, where both forms stand in the dative.
    days: (days) => (count.select(days) === 'one' ? '1 Tag' : `${days} Tagen`),
    tenths: (seconds) => `${seconds} s`,
  },
  shortcuts: {
    title: 'Tasten der Tastatur',
    button: 'Tastenkürzel',
    digits: '0 – 9, 00, Rücktaste',
    digitsDo: 'Betrag, auch nach einem Ergebnis',
    enter: 'Eingabe',
    enterDo: 'Die Taste unten rechts',
    escape: 'Esc',
    escapeDo: 'Abbrechen, zurück oder löschen; bestätigt nie',
    again: 'F9',
    againDo: 'Denselben Betrag noch einmal kassieren',
    places: 'Alt+1, Alt+3, Alt+5',
    placesDo: 'Verkauf, Zahlungen, Terminals',
    hold: 'F6',
    holdDo: 'Betrag reservieren und später kassieren',
    search: '/',
    searchDo: 'Zahlungen suchen',
    help: '?',
    helpDo: 'Diese Liste',
  },
};
