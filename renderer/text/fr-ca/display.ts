import type { Part } from '../en/filled.ts';

/** Words of the customer display. It never says why a payment did not work. */
export const display: Part<'display'> = {
  title: 'Écran client',
  open: 'Ouvrir l’écran client',
  openSay: 'Une deuxième fenêtre que le client voit. Elle ne fait que montrer.',
  region: { order: 'Votre commande', payment: 'Paiement', welcome: 'Bienvenue' },
  idle: 'Bienvenue',
  toPay: 'À payer',
  tip: { title: 'Ajouter un pourboire?', say: 'Dites-le à la caisse, s’il vous plaît.' },
  order: {
    title: 'Votre commande',
    line: 'Achat',
    named: (order) => `Commande ${order}`,
    tip: 'Pourboire',
    surcharge: 'Supplément',
    total: 'Total',
  },
  waiting: { title: 'Un instant', say: 'Rien n’a encore été débité.' },
  moment: 'Un instant',
  paid: { heading: 'Payé', title: 'Merci' },
  partly: { heading: 'Payé en partie', rest: (amount) => `Reste à payer\u00a0: ${amount}` },
  held: { title: 'Merci', say: (amount) => `${amount} sont retenus sur votre carte. Rien n’est encore encaissé.` },
  refunded: { title: 'Merci', say: (amount) => `${amount} retournent sur votre carte.` },
  cancelled: { title: 'Annulé', say: 'Vous n’avez pas été débité.' },
  speak: 'Veuillez vous adresser à la caisse',
  link: {
    title: 'Balayez et payez',
    say: 'Pointez l’appareil photo de votre téléphone vers le code.',
    code: 'Code QR qui ouvre la page de paiement',
    paying: 'Un instant',
  },
};
