import type { Part } from '../en/filled.ts';

/** Words of the customer display. It never says why a payment did not work. */
export const display: Part<'display'> = {
  title: 'Kundenanzeige',
  open: 'Kundenanzeige öffnen',
  openSay: 'Ein zweites Fenster für den Kunden. Es kann nur zeigen.',
  region: { order: 'Ihre Bestellung', payment: 'Zahlung', welcome: 'Willkommen' },
  idle: 'Willkommen',
  toPay: 'Zu zahlen',
  tip: { title: 'Trinkgeld dazu?', say: 'Bitte sagen Sie es an der Kasse.' },
  order: {
    title: 'Ihre Bestellung',
    line: 'Einkauf',
    named: (order) => `Bestellung ${order}`,
    tip: 'Trinkgeld',
    surcharge: 'Zuschlag',
    total: 'Summe',
  },
  waiting: { title: 'Einen Moment', say: 'Es wurde noch nichts abgebucht.' },
  moment: 'Einen Moment',
  paid: { heading: 'Bezahlt', title: 'Vielen Dank' },
  partly: { heading: 'Teilweise bezahlt', rest: (amount) => `Noch zu zahlen: ${amount}` },
  held: {
    title: 'Vielen Dank',
    say: (amount) => `${amount} sind auf Ihrer Karte reserviert. Abgebucht ist noch nichts.`,
  },
  refunded: { title: 'Vielen Dank', say: (amount) => `${amount} gehen zurück auf Ihre Karte.` },
  cancelled: { title: 'Abgebrochen', say: 'Ihnen wurde nichts abgebucht.' },
  speak: 'Bitte wenden Sie sich an die Kasse',
  link: {
    title: 'Scannen und zahlen',
    say: 'Halten Sie die Kamera Ihres Telefons auf den Code.',
    code: 'QR-Code, der die Zahlungsseite öffnet',
    paying: 'Einen Moment',
  },
};
