import type { Part } from '../en/filled.ts';

/** Words of the choices that hold for one screen: colours, sound, language. */
export const thisScreen: Part<'thisScreen'> = {
  title: 'Dieser Bildschirm',
  button: 'Dieser Bildschirm: Farben, Ton, Sprache',
  colours: 'Farben',
  themes: { system: 'Wie der Computer', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  sound: 'Ton',
  levels: { off: 'Aus', quiet: 'Leise', normal: 'Normal' },
  language: 'Sprache',
  tillLanguage: (name) => `Wie die Kasse (${name})`,
  kept: 'Es bleibt auf diesem Computer. Andere Kassen ändern sich nicht.',
};
