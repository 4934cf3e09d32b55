import type { Part } from '../en/filled.ts';

/** Words of the customer display. It never says why a payment did not work. */
export const display: Part<'display'> = {
  title: 'Pantalla del cliente',
  open: 'Abrir la pantalla del cliente',
  openSay: 'Una segunda ventana para que la vea el cliente. Solo puede mostrar.',
  region: { order: 'Su pedido', payment: 'Pago', welcome: 'Bienvenida' },
  idle: 'Bienvenidos',
  toPay: 'Por pagar',
  tip: { title: '¿Agregar propina?', say: 'Dígaselo a la persona en caja.' },
  order: {
    title: 'Su pedido',
    line: 'Compra',
    named: (order) => `Pedido ${order}`,
    tip: 'Propina',
    surcharge: 'Recargo',
    total: 'Total',
  },
  waiting: { title: 'Un momento', say: 'Todavía no se le ha cobrado.' },
  moment: 'Un momento',
  paid: { heading: 'Pagado', title: 'Gracias' },
  partly: { heading: 'Pagado en parte', rest: (amount) => `Falta por pagar: ${amount}` },
  held: { title: 'Gracias', say: (amount) => `${amount} quedan retenidos en su tarjeta. Aún no se han cobrado.` },
  refunded: { title: 'Gracias', say: (amount) => `${amount} vuelven a su tarjeta.` },
  cancelled: { title: 'Cancelado', say: 'No se le cobró nada.' },
  speak: 'Hable con la persona en caja',
  link: {
    title: 'Escanee y pague',
    say: 'Apunte al código con la cámara de su teléfono.',
    code: 'Código QR que abre la página de pago',
    paying: 'Un momento',
  },
};
