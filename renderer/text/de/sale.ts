import type { Part } from '../en/filled.ts';

/** Words about what goes with an amount: order, note, tip, surcharge, scanned barcodes. */
export const sale: Part<'sale'> = {
  rows: { order: 'Bestellung', tip: 'Trinkgeld', note: 'Notiz', total: 'Summe', surcharge: 'Zuschlag' },
  /** Two windows are one till. */
  otherWindow: {
    started: 'Diese Zahlung wurde in einem anderen Fenster begonnen.',
    short: 'In einem anderen Fenster begonnen',
    pressed: (amount) => `${amount}, hier gedrückt, kam als Zweites und wurde nicht genommen.`,
    pressedSay: 'Dafür wurde niemandem etwas berechnet.',
    decided: {
      paid: (by) => `${by} war schneller und hat entschieden: bezahlt.`,
      'not-paid': (by) => `${by} war schneller und hat entschieden: nicht bezahlt.`,
    },
    taken: (amount) => `Ein anderes Fenster war schneller: ${amount} werden kassiert.`,
    givenBack: 'Ein anderes Fenster war schneller: Das Reservierte wird freigegeben.',
    nothingDone: 'Ihr Tastendruck hat nichts geändert.',
    cancel: 'Trotzdem abbrechen',
    leave: 'Weiterlaufen lassen',
  },
  decimalSign: 'Dezimalzeichen',
  none: 'Nichts',
  add: 'Hinzufügen',
  change: 'Ändern',
  order: {
    title: 'Bestellung',
    label: 'Bestellung oder Tisch',
    help: 'Sie steht auf dem Beleg, im Verlauf und auf der Plattform.',
    keep: 'Bestellung merken',
  },
  note: {
    title: 'Notiz',
    label: 'Was zu notieren ist',
    help: 'Für dieses Geschäft. Sie bleibt bei der Zahlung, auch auf der Plattform.',
    keep: 'Notiz merken',
  },
  refusals: {
    SCAN_CHECK_DIGIT: 'Der Strichcode wurde falsch gelesen. Scannen Sie ihn noch einmal.',
    SCAN_NO_PRICE: 'In diesem Strichcode steht kein Preis. Geben Sie den Betrag ein.',
    SCAN_NOT_HERE: 'Ein Strichcode ist kein Trinkgeld. Geben Sie es ein, oder gehen Sie zurück.',
    SCAN_OR_HAND: 'Das war so schnell wie ein Strichcode-Leser. Drücken Sie noch einmal die Eingabetaste.',
  },
  keys: {
    order: 'Bestellung; bei abgelehnter Karte: Betrag ändern',
    tip: 'Trinkgeld',
    note: 'Notiz',
    otherTender: 'Der Rest wurde anders bezahlt',
    payLink: 'Zahlungslink',
    receipt: 'Beleg des letzten Verkaufs',
    receipts: 'Drucken, E-Mail, SMS, QR-Code eines Belegs',
  },
  scanTakenBack: 'Ein Strichcode gehört nicht hierher. Was er eingegeben hat, ist wieder weg.',
  scanned: (amount) => `${amount} gescannt`,
  tip: {
    onScreen: 'Wird vor der Karte gefragt',
    onTerminal: 'Wird am Terminal gefragt',
    after: 'Kommt nach der Karte dazu',
    held: (amount) => `${amount} sind dafür reserviert`,
    title: 'Zu kassieren, mit Trinkgeld',
    take: (amount) => `${amount} nehmen`,
    atMost: (amount) => `Auf dieser Karte sind höchstens ${amount} Trinkgeld reserviert.`,
  },
  onTop: (label, amount) => `${label}: Für Kartenzahlung kommen ${amount} dazu.`,
  tellCustomer: (label, amount) => `${label}: Für Kartenzahlung kommen ${amount} dazu. Sagen Sie es dem Kunden.`,
  tipRoom: (sale, room) => `Verkauf ${sale}, für Trinkgeld reserviert ${room}`,
  signature: 'Vergleichen Sie die Unterschrift, dann geben Sie den Beleg.',
  refund: { key: 'Erstatten', sub: 'Die Leitung gibt das Geld zurück' },
  addTip: {
    heading: 'Genehmigt',
    say: (held, owed) =>
      `Auf der Karte sind ${held} reserviert, damit ein Trinkgeld passt. Kassiert ist noch nichts: Offen sind ${owed}.`,
    next: (owed) => `Geben Sie das Trinkgeld ein, oder nehmen Sie ${owed} ohne. Es kann unter Rechnungen warten.`,
    charged: 'Noch wurde nichts abgebucht.',
    add: 'Trinkgeld dazu',
    none: (owed) => `Kein Trinkgeld: ${owed} nehmen`,
    later: 'Später, unter Rechnungen',
  },
};
