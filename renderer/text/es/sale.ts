import type { Part } from '../en/filled.ts';

/** Words about what goes with an amount: order, note, tip, surcharge, scanned barcodes. */
export const sale: Part<'sale'> = {
  rows: { order: 'Pedido', tip: 'Propina', note: 'Nota', total: 'Total', surcharge: 'Recargo' },
  /** Two windows are one till. */
  otherWindow: {
    started: 'Este pago se inició en otra ventana.',
    short: 'Iniciado en otra ventana',
    pressed: (amount) => `${amount}, pulsado aquí, llegó en segundo lugar y no se tomó.`,
    pressedSay: 'No se cobró a nadie por ello.',
    decided: {
      paid: (by) => `${by} llegó primero y decidió: pagado.`,
      'not-paid': (by) => `${by} llegó primero y decidió: no pagado.`,
    },
    taken: (amount) => `Otra ventana llegó primero: se cobran ${amount}.`,
    givenBack: 'Otra ventana llegó primero: se libera lo retenido.',
    nothingDone: 'Su pulsación no cambió nada.',
    cancel: 'Cancelar de todos modos',
    leave: 'Dejar que siga',
  },
  decimalSign: 'Signo decimal',
  none: 'Nada',
  add: 'Agregar',
  change: 'Cambiar',
  order: {
    title: 'Pedido',
    label: 'Pedido o mesa',
    help: 'Aparece en el recibo, en Historial y en la plataforma.',
    keep: 'Guardar el pedido',
  },
  note: {
    title: 'Nota',
    label: 'Qué anotar',
    help: 'Para esta tienda. Se guarda con el pago, también en la plataforma.',
    keep: 'Guardar la nota',
  },
  refusals: {
    SCAN_CHECK_DIGIT: 'El código de barras se leyó mal. Escanéelo de nuevo.',
    SCAN_NO_PRICE: 'Ese código de barras no tiene precio. Escriba el importe.',
    SCAN_NOT_HERE: 'Un código de barras no es una propina. Escriba la propina, o vuelva.',
    SCAN_OR_HAND: 'Fue tan rápido como un lector de códigos. Pulse Intro otra vez para seguir.',
  },
  keys: {
    order: 'Pedido; con una tarjeta rechazada: cambiar el importe',
    tip: 'Propina',
    note: 'Nota',
    otherTender: 'El resto se pagó de otra manera',
    payLink: 'Enlace de pago',
    receipt: 'Recibo de la última venta',
    receipts: 'Imprimir, correo, mensaje, código QR de un recibo',
  },
  scanTakenBack: 'Un código de barras no va aquí. Lo que escribió ya no está.',
  scanned: (amount) => `Escaneado ${amount}`,
  tip: {
    onScreen: 'Se pregunta antes de la tarjeta',
    onTerminal: 'Se pregunta en el terminal',
    after: 'Se agrega después de la tarjeta',
    held: (amount) => `se retienen ${amount} para ella`,
    title: 'Por cobrar, con propina',
    take: (amount) => `Cobrar ${amount}`,
    atMost: (amount) => `En esta tarjeta se retienen como máximo ${amount} de propina.`,
  },
  onTop: (label, amount) => `${label}: se agregan ${amount} por pagar con tarjeta.`,
  tellCustomer: (label, amount) => `${label}: se agregan ${amount} por pagar con tarjeta. Avise al cliente.`,
  tipRoom: (sale, room) => `Venta ${sale}, retenido para propina ${room}`,
  signature: 'Compare la firma y después entregue el recibo.',
  refund: { key: 'Reembolsar', sub: 'Un encargado devuelve el dinero' },
  addTip: {
    heading: 'Aprobado',
    say: (held, owed) =>
      `La tarjeta retiene ${held} para que quepa una propina. Aún no se ha cobrado nada: se deben ${owed}.`,
    next: (owed) => `Agregue la propina, o cobre ${owed} sin ella. Puede esperar en Cuentas.`,
    charged: 'Todavía no se ha cobrado nada.',
    add: 'Agregar propina',
    none: (owed) => `Sin propina: cobrar ${owed}`,
    later: 'Más tarde, en Cuentas',
  },
};
