import type { Part } from '../en/filled.ts';

/** Words of the guide through training. */
export const training: Part<'training'> = {
  region: 'Anleitung',
  titles: { decline: 'Ihre erste Ablehnung', checking: 'Ihre erste Zahlung in Prüfung' },
  why: {
    decline: 'Sehen Sie, was die Kasse sagt, wenn die Bank nein sagt.',
    checking: 'Sehen Sie, was die Kasse tut, wenn eine Antwort verloren geht.',
  },
  chargeLead: 'Geben Sie einen Betrag ein und drücken Sie',
  pickLead: 'Wählen Sie die Testkarte',
  wait: 'Warten Sie. Kassieren Sie nicht noch einmal: Die Kasse fragt, bis sie es weiß.',
  done: {
    sale: 'Das war ein Verkauf. Weiter mit Neuer Verkauf.',
    decline: 'Das war eine Ablehnung. Niemandem wurde etwas abgebucht. Beenden Sie diesen Verkauf.',
    checking: 'Das war eine Zahlung in Prüfung. Die Kasse hat es selbst herausgefunden. Weiter mit Neuer Verkauf.',
  },
  skip: 'Auslassen',
  skipLabel: (lesson) => `Auslassen: ${lesson}`,
  end: {
    title: 'Sie kennen die drei Antworten',
    sale: 'Bezahlt: Dem Kunden wurde abgebucht. Geben Sie den Beleg und machen Sie weiter.',
    decline:
      'Abgelehnt: Dem Kunden wurde nichts abgebucht. Bitten Sie um eine andere Karte oder eine andere Zahlungsart.',
    checking: 'Wird geprüft: noch nicht bekannt. Kassieren Sie nicht noch einmal; die Kasse findet es selbst heraus.',
    leaveTitle: 'Übung verlassen?',
    leave: 'Ein Techniker verbindet diese Kasse mit der Zahlungsplattform. Von da an ist jedes Kassieren echt.',
  },
  startAgain: 'Neu beginnen',
  close: 'Anleitung schließen',
  open: 'Anleitung',
};
