import type { Part } from '../en/filled.ts';

/** Words about what goes with an amount: order, note, tip, surcharge, scanned barcodes. */
export const sale: Part<'sale'> = {
  rows: { order: 'Commande', tip: 'Pourboire', note: 'Note', total: 'Total', surcharge: 'Supplément' },
  /** Two windows are one till. */
  otherWindow: {
    started: 'Ce paiement a été lancé dans une autre fenêtre.',
    short: 'Lancé dans une autre fenêtre',
    pressed: (amount) => `${amount}, demandé ici, est arrivé en second et n’a pas été pris.`,
    pressedSay: 'Personne n’a été débité pour cela.',
    decided: {
      paid: (by) => `${by} a décidé en premier : payé.`,
      'not-paid': (by) => `${by} a décidé en premier : non payé.`,
    },
    taken: (amount) => `Une autre fenêtre a été plus rapide : ${amount} sont encaissés.`,
    givenBack: 'Une autre fenêtre a été plus rapide : la retenue est libérée.',
    nothingDone: 'Votre touche n’a rien changé.',
    cancel: 'Annuler quand même',
    leave: 'Laisser continuer',
  },
  decimalSign: 'Signe décimal',
  none: 'Aucun',
  add: 'Ajouter',
  change: 'Changer',
  order: {
    title: 'Commande',
    label: 'Commande ou table',
    help: 'Elle paraît sur le reçu, dans Historique et à la plateforme.',
    keep: 'Garder la commande',
  },
  note: {
    title: 'Note',
    label: 'Quoi noter',
    help: 'Pour ce commerce. Elle est gardée avec le paiement, aussi à la plateforme.',
    keep: 'Garder la note',
  },
  refusals: {
    SCAN_CHECK_DIGIT: 'Le code à barres a été mal lu. Balayez-le de nouveau.',
    SCAN_NO_PRICE: 'Ce code à barres n’a pas de prix. Tapez le montant.',
    SCAN_NOT_HERE: 'Un code à barres n’est pas un pourboire. Tapez le pourboire, ou revenez.',
    SCAN_OR_HAND: 'C’était aussi rapide qu’un lecteur de codes. Appuyez encore sur Entrée pour continuer.',
  },
  keys: {
    order: 'Commande; avec une carte refusée\u00a0: changer le montant',
    tip: 'Pourboire',
    note: 'Note',
    otherTender: 'Le reste a été payé autrement',
    payLink: 'Lien de paiement',
    receipt: 'Reçu de la dernière vente',
    receipts: 'Imprimer, courriel, texto, code QR d’un reçu',
  },
  scanTakenBack: 'Un code à barres n’a pas sa place ici. Ce qu’il a tapé est effacé.',
  scanned: (amount) => `Balayé ${amount}`,
  tip: {
    onScreen: 'Demandé avant la carte',
    onTerminal: 'Demandé au terminal',
    after: 'Ajouté après la carte',
    held: (amount) => `${amount} sont retenus pour lui`,
    title: 'À encaisser, avec pourboire',
    take: (amount) => `Encaisser ${amount}`,
    atMost: (amount) => `Cette carte retient au plus ${amount} de pourboire.`,
  },
  onTop: (label, amount) => `${label}\u00a0: ${amount} s’ajoutent pour le paiement par carte.`,
  tellCustomer: (label, amount) =>
    `${label}\u00a0: ${amount} s’ajoutent pour le paiement par carte. Dites-le au client.`,
  tipRoom: (sale, room) => `Vente ${sale}, retenu pour un pourboire ${room}`,
  signature: 'Comparez la signature, puis remettez le reçu.',
  refund: { key: 'Rembourser', sub: 'Un responsable rend l’argent' },
  addTip: {
    heading: 'Approuvé',
    say: (held, owed) =>
      `La carte retient ${held} pour qu’un pourboire y entre. Rien n’est encore encaissé\u00a0: ${owed} sont dus.`,
    next: (owed) => `Ajoutez le pourboire, ou encaissez ${owed} sans. Cela peut attendre sous Comptes.`,
    charged: 'Rien n’a encore été encaissé.',
    add: 'Ajouter un pourboire',
    none: (owed) => `Sans pourboire\u00a0: encaisser ${owed}`,
    later: 'Plus tard, sous Comptes',
  },
};
