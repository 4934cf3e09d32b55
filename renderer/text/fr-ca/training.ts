import type { Part } from '../en/filled.ts';

/** Words of the guide through training. */
export const training: Part<'training'> = {
  region: 'Guide de formation',
  titles: { decline: 'Votre premier refus', checking: 'Votre premier paiement à vérifier' },
  why: {
    decline: 'Voyez ce que dit la caisse quand la banque dit non.',
    checking: 'Voyez ce que fait la caisse quand une réponse se perd.',
  },
  chargeLead: 'Tapez un montant et appuyez sur',
  pickLead: 'Choisissez la carte d’essai',
  wait: 'Attendez. N’encaissez pas de nouveau\u00a0: la caisse demande jusqu’à ce qu’elle sache.',
  done: {
    sale: 'C’était une vente. Appuyez sur Nouvelle vente pour continuer.',
    decline: 'C’était un refus. Personne n’a été débité. Terminez cette vente pour continuer.',
    checking:
      'C’était un paiement à vérifier. La caisse l’a découvert d’elle-même. Appuyez sur Nouvelle vente pour continuer.',
  },
  skip: 'Passer',
  skipLabel: (lesson) => `Passer\u00a0: ${lesson}`,
  end: {
    title: 'Vous connaissez les trois réponses',
    sale: 'Payé\u00a0: le client a été débité. Remettez le reçu et continuez.',
    decline: 'Refusé\u00a0: le client n’a pas été débité. Demandez une autre carte ou un autre moyen de paiement.',
    checking: 'Vérification\u00a0: pas encore connu. N’encaissez pas de nouveau; la caisse le découvre d’elle-même.',
    leaveTitle: 'Quitter la formation?',
    leave:
      'Configurez la caisse pour de vrais paiements, ou faites-le faire par un technicien. Dès lors, chaque paiement est réel.',
  },
  setUp: {
    key: 'Configurer pour de vrais paiements',
    half: 'Cette caisse est à moitié configurée. Vos réponses sont conservées.',
    goOn: 'Poursuivre la configuration',
    title: 'Pas encore ouverte',
    say: 'Cette caisse n’est pas entièrement configurée\u00a0: elle n’accepte aucun paiement. Personne n’a été débité.',
    next: 'Terminez la configuration.',
    practise: 'Continuer à s’exercer',
  },
  startAgain: 'Recommencer',
  close: 'Fermer le guide',
  open: 'Voir le guide',
};
