import type { Part } from '../en/filled.ts';

/** Words of the guide through training. */
export const training: Part<'training'> = {
  region: 'Guía',
  titles: { decline: 'Su primer rechazo', checking: 'Su primer pago por comprobar' },
  why: {
    decline: 'Vea qué dice la caja cuando el banco dice que no.',
    checking: 'Vea qué hace la caja cuando se pierde una respuesta.',
  },
  chargeLead: 'Escriba un importe y presione',
  pickLead: 'Elija la tarjeta de prueba',
  wait: 'Espere. No cobre de nuevo: la caja pregunta hasta que lo sabe.',
  done: {
    sale: 'Eso fue una venta. Presione Venta nueva para seguir.',
    decline: 'Eso fue un rechazo. No se le cobró a nadie. Termine esta venta para seguir.',
    checking: 'Eso fue un pago por comprobar. La caja lo averiguó sola. Presione Venta nueva para seguir.',
  },
  skip: 'Saltar',
  skipLabel: (lesson) => `Saltar: ${lesson}`,
  end: {
    title: 'Ya conoce las tres respuestas',
    sale: 'Pagado: se le cobró al cliente. Entregue el recibo y siga.',
    decline: 'Rechazado: no se le cobró nada al cliente. Pida otra tarjeta u otra forma de pago.',
    checking: 'Comprobando: aún no se sabe. No cobre de nuevo; la caja lo averigua sola.',
    leaveTitle: '¿Salir de la práctica?',
    leave: 'Configure la caja para pagos reales, o pida a un técnico que lo haga. Desde entonces cada cobro es real.',
  },
  setUp: {
    key: 'Configurar para pagos reales',
    half: 'Esta caja está configurada a medias. Sus respuestas están guardadas.',
    goOn: 'Seguir configurando',
    title: 'Aún no abierta',
    say: 'Esta caja no está configurada del todo, así que no acepta pagos. No se cobró a nadie.',
    next: 'Termine la configuración.',
    practise: 'Seguir practicando',
  },
  startAgain: 'Empezar de nuevo',
  close: 'Cerrar la guía',
  open: 'Guía',
};
