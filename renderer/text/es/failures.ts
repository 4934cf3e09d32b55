import type { Part } from '../en/filled.ts';

const again = 'Inténtelo de nuevo. Si sigue igual, llame a un técnico.';
const technician = 'Llame a un técnico.';
const wait = 'Espere, o cobre de otra manera.';
const unknown = 'No vuelva a cobrar hasta que se sepa.';

/** What happened and what to do, by code. */
export const failures: Part<'failures'> = {
  LINK_NOT_FOUND: {
    what: 'El terminal no está conectado aquí.',
    next: 'Revise el cable y la corriente.',
  },
  LINK_BUSY: { what: 'Otro programa está usando el terminal.', next: 'Cierre el otro programa de pagos y espere.' },
  LINK_PERMISSION: { what: 'Esta computadora no permite que la caja use el terminal.', next: technician },
  LINK_REFUSED: {
    what: 'Nada responde en la dirección del terminal.',
    next: 'Compruebe que el terminal esté encendido y en la red.',
  },
  LINK_CLOSED: { what: 'Se cerró la conexión con el terminal.', next: again },
  LINK_LOST: { what: 'El terminal se desconectó.', next: 'Vuelva a conectar el cable.' },
  LINK_TIMEOUT: {
    what: 'No se pudo contactar con el terminal a tiempo.',
    next: 'Revise el cable y la corriente, e inténtelo de nuevo.',
  },
  FRAME_GARBAGE: {
    what: 'Lo que responde por el cable no es un terminal conocido.',
    next: 'Compruebe que esté conectado el aparato correcto.',
  },
  TERM_SILENT: { what: 'El terminal no respondió.', next: 'Apague y encienda el terminal, e inténtelo de nuevo.' },
  TERM_REFUSED: { what: 'El terminal no quiso empezar el pago.', next: again },
  TERM_BUSY: { what: 'El terminal sigue con otro pago.', next: 'Termine o cancele ese primero.' },
  TERM_UNKNOWN_MODEL: { what: 'Este modelo de terminal no se conoce aquí.', next: technician },
  TERM_NOT_READY: {
    what: 'El terminal todavía no está listo.',
    next: 'Espere a que las dos luces estén bien y cobre de nuevo.',
  },
  TERM_NOT_FOUND: { what: 'No hay ningún terminal con ese nombre.', next: technician },
  TERM_OTHER: {
    what: 'Está conectado otro terminal, no el de esta caja.',
    next: 'Conecte el terminal correcto, o pida a un técnico que ponga este en servicio.',
  },
  TERM_TWICE: {
    what: 'Hay dos terminales conectados con el mismo número de serie.',
    next: 'Desconecte el segundo. Si sigue igual, pida a un técnico que revise los dos.',
  },
  TERM_RESTARTING: {
    what: 'El terminal está por reiniciarse solo, como hace una vez al día.',
    next: 'Espere a que vuelva y cobre de nuevo.',
  },
  TERM_UNHEALTHY: { what: 'El terminal dice que algo en él anda mal.', next: technician },
  TERM_UNSUPPORTED: { what: 'Este terminal no puede hacer eso.', next: 'Hágalo de otra manera.' },
  TERM_CARD_DATA: {
    what: 'El terminal envió datos de tarjeta que no corresponden a este pago. No se envió nada al banco.',
    next: 'Use otro terminal y llame a un técnico: este puede haber sido manipulado.',
  },
  DEVICE_OTHER_MERCHANT: {
    what: 'El Device de este terminal en la plataforma es de otro comercio.',
    next: 'No se le envía ningún pago. Llame a un técnico.',
  },
  DEVICE_TWICE: {
    what: 'La plataforma tiene más de un Device para este terminal.',
    next: 'No se le envía ningún pago. Llame a un técnico.',
  },
  DEVICE_NOT_ENABLED: {
    what: 'El Device de este terminal no está activado en la plataforma.',
    next: 'No se le envía ningún pago. Llame a un técnico, que puede activarlo.',
  },
  DEVICE_NONE: {
    what: 'La plataforma no tiene ningún Device para este terminal.',
    next: 'No se le envía ningún pago. Llame a un técnico.',
  },
  PAY_AMOUNT: { what: 'Este importe no se puede cobrar.', next: 'Escriba otro importe.' },
  PAY_BUSY: { what: 'Este terminal tiene un pago sin terminar.', next: 'Espere su respuesta y después cobre.' },
  PAY_NOT_FOUND: { what: 'No hay ningún pago con ese número.', next: 'Cobre de nuevo.' },
  PAY_NO_CARD: {
    what: 'No se presentó ninguna tarjeta a tiempo.',
    next: 'Cobre de nuevo cuando el cliente esté listo.',
  },
  PAY_NOT_COMPLETED: {
    what: 'El pago no se completó en el terminal.',
    next: 'Cobre de nuevo cuando el cliente esté listo.',
  },
  PAY_NEVER_ARRIVED: {
    what: 'No consta este pago en ninguna parte, así que no se movió dinero.',
    next: 'Cobre de nuevo.',
  },
  PAY_TOO_LATE: { what: 'Era demasiado tarde para cancelar.', next: 'Espere la respuesta del pago en curso.' },
  PAY_PARTIAL: {
    what: 'El banco aprobó solo una parte del importe, y esta caja no acepta partes.',
    next: 'Pida otra tarjeta.',
  },
  PAY_CAPTURE_FAILED: {
    what: 'El pago se mostró como pagado y después el banco no lo realizó.',
    next: 'El importe no está pagado. Avise al encargado.',
  },
  PAY_NOT_CAPTURED: {
    what: 'El banco aprobó, pero la plataforma se niega definitivamente a cobrar el dinero.',
    next: 'El importe no está pagado. Pida otra tarjeta u otra forma de pago.',
  },
  PAY_REVERSAL_FAILED: { what: 'El banco no pudo devolver el dinero.', next: 'Devuélvalo de otra manera.' },
  PAY_DUPLICATE: {
    what: 'Ya se pagó: este pedido, o el mismo importe hace unos minutos.',
    next: 'Cobre otra vez solo si es otra compra.',
  },
  PAY_STATE: { what: 'Eso no se puede hacer con este pago tal como está.', next: 'Mire primero el pago.' },
  PAY_UNRESOLVED: { what: 'Todavía se comprueban pagos anteriores.', next: 'Espere a que se sepan.' },
  PAY_LINK_OPEN: { what: 'Este pedido ya se está pagando por enlace.', next: 'Cierre primero el enlace.' },
  PAY_ORDER_OPEN: {
    what: 'Un pago de este pedido aún no ha terminado.',
    next: 'Espere su respuesta, o libere lo que está retenido.',
  },
  PAY_REFUSED: {
    what: 'La plataforma no aceptó este pago. La tarjeta no es el motivo.',
    next: technician,
  },
  API_UNREACHABLE: { what: 'No se puede contactar con la plataforma de pagos. No se envió nada.', next: wait },
  API_TIMEOUT: { what: 'La plataforma de pagos no respondió a tiempo.', next: unknown },
  API_BROKEN: { what: 'Se cortó la conexión con la plataforma de pagos.', next: unknown },
  API_UNREADABLE: { what: 'No se pudo leer la respuesta de la plataforma de pagos.', next: unknown },
  API_UNAUTHORIZED: {
    what: 'La plataforma de pagos ya no acepta la contraseña de esta caja.',
    next: 'Pida que se introduzca la nueva contraseña en Ajustes.',
  },
  API_NO_PASSWORD: {
    what: 'El almacén de claves de este equipo no entrega la contraseña de la plataforma. No se envió nada.',
    next: 'Desbloquéelo, o pida que se introduzca la contraseña en Ajustes.',
  },
  API_FORBIDDEN: { what: 'La plataforma de pagos no le permite esto a esta caja.', next: technician },
  API_NOT_FOUND: { what: 'La plataforma de pagos no conoce lo que se pidió.', next: technician },
  API_CONFLICT: { what: 'La plataforma de pagos ya lo está haciendo.', next: 'Espere y vuelva a mirar.' },
  API_INVALID: { what: 'La plataforma de pagos rechazó la solicitud.', next: technician },
  API_DECLINED: {
    what: 'El banco no aprobó esta tarjeta.',
    next: 'Pida otra tarjeta u otra forma de pago.',
  },
  API_RATE_LIMITED: {
    what: 'La plataforma de pagos está ocupada.',
    next: 'Espere un minuto e inténtelo de nuevo.',
  },
  API_SERVER: { what: 'La plataforma de pagos tiene problemas propios.', next: unknown },
  API_NOT_CONFIGURED: { what: 'Esta caja no tiene configurada ninguna plataforma de pagos.', next: technician },
  API_OTHER_ACCOUNT: {
    what: 'Este pago es de otra cuenta de la plataforma que la que la caja tiene ahora.',
    next: 'No vuelva a cobrar. Llame a un técnico.',
  },
  PRINTER_NOT_CONFIGURED: {
    what: 'Esta caja no tiene impresora de recibos. El pago vale; solo falta el papel.',
    next: 'Imprima con esta computadora, envíe el recibo, o muestre el código QR.',
  },
  PRINTER_UNREACHABLE: {
    what: 'No se puede contactar con la impresora de recibos. El pago vale; solo falta el papel.',
    next: 'Revise que esté encendida y con su cable, e imprima otra vez, o dé el recibo de otra manera.',
  },
  PRINTER_TIMEOUT: {
    what: 'La impresora de recibos no aceptó el recibo a tiempo. El pago vale.',
    next: 'Mire qué ha salido. Apague y encienda la impresora, e imprima otra vez.',
  },
  PRINTER_NOT_READY: {
    what: 'La impresora de recibos no está lista. El pago vale; solo falta el papel.',
    next: 'Revise el papel y la tapa, e imprima otra vez.',
  },
  RECEIPT_ADDRESS: {
    what: 'El recibo no se puede enviar a esa dirección, así que no se envió nada.',
    next: 'Revísela con el cliente y envíe otra vez.',
  },
  ROLE_REQUIRED: { what: 'Solo un encargado puede hacer eso.', next: 'Pida a un encargado que lo confirme.' },
  ROLE_PIN_WRONG: { what: 'Ese PIN no es correcto.', next: 'Espere un momento e inténtelo una vez más.' },
  ROLE_LOCKED: {
    what: 'Hubo PIN equivocados: todavía no se comprueba ningún otro.',
    next: 'Espere e inténtelo de nuevo, o pregunte a otro encargado.',
  },
  SETUP_ANSWER: {
    what: 'Esta respuesta no se aceptó en la configuración.',
    next: 'Lea lo que se indica al lado y escríbala de nuevo.',
  },
  SETUP_STEP: {
    what: 'La configuración está en otro paso.',
    next: 'Continúe donde está ahora.',
  },
  SETUP_OPEN: {
    what: 'Esta caja aún no está configurada del todo.',
    next: 'Termine la configuración y cobre después.',
  },
  JRNL_IN_USE: {
    what: 'Otro Tillbridge está abierto con estos datos.',
    next: 'Use la ventana que está abierta, o espere a que termine el otro programa.',
  },
  JRNL_UNWRITABLE: {
    what: 'La caja no puede escribir sus registros, así que no inicia pagos.',
    next: 'Libere espacio en el disco, o llame a un técnico.',
  },
  JRNL_CORRUPT: {
    what: 'Los registros de la caja están dañados, así que no inicia pagos.',
    next: technician,
  },
  JRNL_NEWER: {
    what: 'Los registros de la caja los escribió una versión más nueva.',
    next: 'Actualice Tillbridge en esta computadora.',
  },
  UPDATE_REFUSED: {
    what: 'La actualización no es lo que debe ser y no se ha instalado. No se ha cambiado nada.',
    next: 'Siga vendiendo. Si dura días, avise a un técnico.',
  },
  UPDATE_FAILED: {
    what: 'No se ha podido obtener la actualización. No se ha cambiado nada.',
    next: 'Siga vendiendo; la caja lo intenta de nuevo sola.',
  },
  UPDATE_BUSY: {
    what: 'Un pago no ha terminado, así que la caja no se ha actualizado.',
    next: 'Termínelo y vuelva a intentarlo.',
  },
  HOST_STOPPING: { what: 'La caja se está cerrando.', next: 'Ábrala de nuevo y después cobre.' },
  HOST_INTERNAL: { what: 'Algo salió mal en la caja.', next: 'Mire el último pago antes de cobrar de nuevo.' },
  IPC_INVALID: { what: 'El sistema de la caja no entendió esta pantalla.', next: 'Recargue esta ventana.' },
  TEXT_CARD_NUMBER: {
    what: 'Eso parece un número de tarjeta. No se guardó ni se envió nada.',
    next: 'Aquí nunca se escriben números de tarjeta: quítelo.',
  },
  IPC_DISCONNECTED: {
    what: 'El sistema de la caja no está por un momento, así que no se envió nada.',
    next: 'Espere a que vuelva y presione otra vez.',
  },
  IPC_SESSION_ENDED: {
    what: 'Esta ventana tiene la sesión cerrada. La caja sigue en marcha.',
    next: 'Abra aquí un enlace nuevo: ejecute «tillbridge url» en esta computadora.',
  },
  CFG_INVALID: { what: 'Un ajuste de esta caja no tiene sentido.', next: technician },
  CFG_CHANGED: {
    what: 'Otra persona cambió este ajuste entretanto. Aquí no se cambió nada.',
    next: 'Mírelo otra vez.',
  },
  CFG_PERSON: { what: 'Este cambio de una persona no es posible.', next: 'Mire otra vez la lista de personas.' },
  CFG_TLS_OFF: {
    what: 'En este equipo está apagada la comprobación de quién responde por la plataforma. Así la caja no arranca.',
    next: technician,
  },
};
