import type { Part } from '../en/filled.ts';

/** Words of the choices that hold for one screen, and of the list of open screens. */
export const thisScreen: Part<'thisScreen'> = {
  title: 'Cet écran',
  button: 'Cet écran\u00a0: couleurs, son, langue',
  colours: 'Couleurs',
  themes: { system: 'Comme l’ordinateur', light: 'Clair', dark: 'Sombre', contrast: 'Contraste élevé' },
  sound: 'Son',
  levels: { off: 'Muet', quiet: 'Faible', normal: 'Normal' },
  language: 'Langue',
  tillLanguage: (name) => `Comme la caisse (${name})`,
  kept: 'C’est gardé sur cet ordinateur. Les autres caisses ne changent pas.',
  ownPin: {
    key: 'Changer mon NIP',
    keySay: 'Sans l’aide d’un responsable.',
    say: 'Votre nom, le NIP actuel et deux fois le nouveau\u00a0: 4 à 12 chiffres.',
    now: 'NIP actuel',
    next: 'Nouveau NIP',
    again: 'Nouveau NIP encore',
    missing: 'Entrez le nouveau NIP.',
    other: 'Les deux nouveaux NIP ne sont pas identiques.',
    done: (name) => `${name} a un nouveau NIP.`,
  },
  sessions: {
    heading: 'Écrans ouverts',
    kinds: { till: 'Caisse', kiosk: 'Borne', display: 'Écran client' },
    own: 'celui-ci',
    since: (time) => `Depuis ${time}`,
    used: (ago) => `dernière utilisation\u00a0: ${ago}`,
    unconnected: 'non connecté en ce moment',
    end: 'Fermer',
    endThat: (kind, time) => `Fermer\u00a0: ${kind}, depuis ${time}`,
    sure: 'Fermer cet écran? Il lui faudra un nouveau lien pour revenir. Un paiement en cours continue.',
    sureOwn: 'Fermer l’écran que vous utilisez? Il lui faudra un nouveau lien pour revenir.',
    keep: 'Le garder',
    notRead: 'Les écrans ouverts n’ont pas pu être lus. Fermez ceci et ouvrez-le de nouveau.',
    notEnded: 'L’écran n’a pas été fermé. Réessayez.',
  },
  linkTaken: {
    title: 'Quelqu’un d’autre a ouvert votre lien',
    what: (time) =>
      `${time}\u00a0: un autre programme de cet ordinateur a ouvert le lien de cette caisse avant votre navigateur. Il n’a plus accès.`,
    charged: 'Personne n’a été débité par cela.',
    next: 'Regardez les écrans ouverts et fermez ceux que vous ne connaissez pas. Cherchez dans Historique des paiements que personne n’a faits ici.',
    look: 'Écrans ouverts',
    read: 'J’ai lu',
  },
};
