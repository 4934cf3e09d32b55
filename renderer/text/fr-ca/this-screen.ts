import type { Part } from '../en/filled.ts';

/** Words of the choices that hold for one screen: colours, sound, language. */
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
};
