import type { Part } from '../en/filled.ts';

/** Words of the choices that hold for one screen, and of the list of open screens. */
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
  ownPin: {
    key: 'Cambiar mi PIN',
    keySay: 'No hace falta un encargado.',
    say: 'Su nombre, el PIN que tiene y dos veces el nuevo: de 4 a 12 cifras.',
    now: 'PIN actual',
    next: 'PIN nuevo',
    again: 'PIN nuevo otra vez',
    missing: 'Escriba el PIN nuevo.',
    other: 'Los dos PIN nuevos no son iguales.',
    done: (name) => `${name} tiene un PIN nuevo.`,
  },
  sessions: {
    heading: 'Pantallas abiertas',
    kinds: { till: 'Caja', kiosk: 'Quiosco', display: 'Pantalla del cliente' },
    own: 'esta',
    since: (time) => `Desde: ${time}`,
    used: (ago) => `último uso: ${ago}`,
    unconnected: 'ahora sin conexión',
    end: 'Cerrar',
    endThat: (kind, time) => `Cerrar: ${kind}, desde ${time}`,
    sure: '¿Cerrar esta pantalla? Para volver necesita un enlace nuevo. Un pago en curso continúa.',
    sureOwn: '¿Cerrar la pantalla que está usando? Para volver necesita un enlace nuevo.',
    keep: 'Dejarla',
    notRead: 'No se pudieron leer las pantallas abiertas. Cierre esto y vuelva a abrirlo.',
    notEnded: 'La pantalla no se cerró. Inténtelo de nuevo.',
  },
  linkTaken: {
    title: 'Alguien más abrió su enlace',
    what: (time) =>
      `${time}: otro programa de esta computadora abrió el enlace de esta caja antes que su navegador. Ya no tiene acceso.`,
    charged: 'Con eso no se cobró a nadie.',
    next: 'Mire las pantallas abiertas y cierre las que no conozca. Busque en Historial pagos que nadie hizo aquí.',
    look: 'Pantallas abiertas',
    read: 'Lo he leído',
  },
};
