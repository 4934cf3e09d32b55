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
    leave:
      'Richten Sie die Kasse für echte Zahlungen ein, oder lassen Sie es einen Techniker tun. Ab dann ist jede Zahlung echt.',
  },
  setUp: {
    key: 'Für echte Zahlungen einrichten',
    half: 'Diese Kasse ist erst halb eingerichtet. Ihre Antworten sind aufbewahrt.',
    goOn: 'Einrichtung fortsetzen',
    title: 'Noch nicht offen',
    say: 'Diese Kasse ist nicht fertig eingerichtet und nimmt deshalb keine Zahlung an. Niemand wurde belastet.',
    next: 'Einrichtung abschließen.',
    practise: 'Weiter üben',
  },
  startAgain: 'Neu beginnen',
  close: 'Anleitung schließen',
  open: 'Anleitung',
};
