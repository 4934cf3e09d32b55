import type { LanguageTag } from '../../electron/contract/languages.ts';

/**
 * Words of the screen that stands in for one that failed while it was drawn. All languages in one file, which is loaded by itself:
 * whatever else of the page is broken, these are there.
 */
export interface FailedWords {
  readonly heading: string;
  /** No payment was running when the screen failed. */
  readonly noneRunning: string;
  readonly running: string;
  readonly next: string;
  readonly nextLong: string;
}

const en: FailedWords = {
  heading: 'One moment',
  noneRunning: 'Nothing is lost.',
  running: 'The payment goes on. Do not charge again.',
  next: 'This screen begins anew in a few seconds.',
  nextLong: 'If this stays, restart this computer. Payments are kept.',
};
const de: FailedWords = {
  heading: 'Einen Moment',
  noneRunning: 'Es ist nichts verloren.',
  running: 'Die Zahlung läuft weiter. Kassieren Sie nicht noch einmal.',
  next: 'Dieser Bildschirm beginnt in einigen Sekunden neu.',
  nextLong: 'Bleibt es so, starten Sie diesen Computer neu. Die Zahlungen bleiben erhalten.',
};
const es: FailedWords = {
  heading: 'Un momento',
  noneRunning: 'No se ha perdido nada.',
  running: 'El pago sigue su curso. No vuelva a cobrar.',
  next: 'Esta pantalla empieza de nuevo en unos segundos.',
  nextLong: 'Si sigue así, reinicie esta computadora. Los pagos se conservan.',
};
const fr: FailedWords = {
  heading: 'Un instant',
  noneRunning: 'Rien n’est perdu.',
  running: 'Le paiement continue. Ne facturez pas de nouveau.',
  next: 'Cet écran recommence dans quelques secondes.',
  nextLong: 'Si cela dure, redémarrez cet ordinateur. Les paiements sont gardés.',
};

const all: Readonly<Record<LanguageTag, FailedWords>> = { en, es, 'fr-CA': fr, de };

/** @param lang BCP 47; English where it is another language */
export const failedWords = (lang: string): FailedWords =>
  Object.entries(all).find(([tag]) => lang.startsWith(tag.slice(0, 2)))?.[1] ?? en;
