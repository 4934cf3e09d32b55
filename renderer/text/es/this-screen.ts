import type { Part } from '../en/filled.ts';

/** Words of the choices that hold for one screen: colours, sound, language. */
export const thisScreen: Part<'thisScreen'> = {
  title: 'Esta pantalla',
  button: 'Esta pantalla: colores, sonido, idioma',
  colours: 'Colores',
  themes: { system: 'Como la computadora', light: 'Claro', dark: 'Oscuro', contrast: 'Alto contraste' },
  sound: 'Sonido',
  levels: { off: 'Sin sonido', quiet: 'Bajo', normal: 'Normal' },
  language: 'Idioma',
  tillLanguage: (name) => `Como la caja (${name})`,
  kept: 'Se guarda en esta computadora. Las demás cajas no cambian.',
};
