import { told, type CheckContext } from '../../../electron/contract/index.ts';
import type { Part } from '../en/filled.ts';

const port = ({ address }: CheckContext): string => String(address ?? 'el puerto');

/** Español: Terminales → Comprobar. */
export const checks: Part<'checks'> = {
  title: 'Comprobar esta caja',
  rail: 'Comprobar',
  names: {
    program: 'Programa',
    folder: 'Carpeta de datos',
    disk: 'Espacio en el disco',
    settings: 'Ajustes',
    people: 'Encargados',
    records: 'Registro de cobros',
    audit: 'Registro de auditoría',
    network: 'Camino a la plataforma',
    password: 'Contraseña',
    account: 'Cuenta',
    clock: 'Reloj',
    merchant: 'Comercio',
    ports: 'Puertos',
    terminals: 'Terminales',
    devices: 'Dispositivos en la plataforma',
    printer: 'Impresora de recibos',
    till: 'Caja',
  },
  faults: {
    'folder-unusable': ({ why }) => [
      `La carpeta de datos no se puede usar: ${told(why)}.`,
      'Désela solo al usuario que inicia la caja, o indique otra con --data.',
    ],
    'folder-share': ({ kind }) => [
      `La carpeta de datos está en otro equipo (${told(kind)}): si cae la red, cae el registro de cobros.`,
      'Póngala en un disco de este equipo.',
    ],
    'disk-full': ({ free }) => [
      `El disco está lleno: quedan ${told(free)}. Sin registro no empieza ningún cobro.`,
      'Borre lo que no haga falta y compruebe otra vez.',
    ],
    'disk-low': ({ free }) => [`El disco está casi lleno: quedan ${told(free)}.`, 'Haga sitio pronto.'],
    'settings-wrong': ({ problem }) => [
      `Los ajustes no se pueden usar: ${told(problem)}.`,
      'Corríjalo en el archivo, o recupere los anteriores.',
    ],
    'settings-readable': ({ file, mode }) => [
      `Otros en este equipo pueden leer ${told(file)}, que contiene una contraseña (${told(mode)}).`,
      `Ciérrelo: chmod 600 ${told(file)}`,
    ],
    'tls-off': ({ variable }) => [
      `${told(variable)} debilita toda conexión; así una caja real no arranca.`,
      'Quítelo del entorno. Una autoridad propia se indica en platform.caFile.',
    ],
    'setup-open': () => ['Esta caja no está configurada del todo y aún no cobra.', 'Termine su configuración.'],
    'no-managers': () => [
      'No hay encargados: cualquiera en esta caja puede devolver dinero.',
      'Añada personas con PIN.',
    ],
    'records-newer': () => [
      'El registro lo escribió una versión más nueva de este programa.',
      'Instale otra vez esa versión. No se cambió nada.',
    ],
    'records-damaged': () => [
      'El registro de cobros está dañado.',
      'Inicie la caja: aparta el archivo y pregunta a la plataforma. Conserve el archivo.',
    ],
    'records-held': ({ program }) => [
      `Otro programa tiene esta carpeta de datos${program ? `: ${told(program)}` : ''}.`,
      'Ciérrelo, o espere, y compruebe otra vez.',
    ],
    'records-failing': ({ code }) => [
      `No se puede escribir el registro (${told(code)}), así que no empieza ningún cobro.`,
      'Mire que el disco tenga sitio y permita escribir.',
    ],
    'records-older': ({ payments }) => [
      `El registro era más viejo que su diario; se consultaron ${told(payments)} cobros.`,
      'Haga revisar el disco y borre después la nota.',
    ],
    'records-aside': ({ file }) => [
      `El registro estuvo dañado una vez y se apartó como ${told(file)}.`,
      'Guarde ese archivo en otro lugar y quítelo de aquí.',
    ],
    'audit-anchor': () => ['El ancla del registro de auditoría no se puede leer.', 'Haga comprobar el registro.'],
    'ca-soon': ({ subject, until }) => [
      `El certificado de ${told(subject)} vale hasta el ${told(until)}.`,
      'Pida el nuevo a quien lleva la red.',
    ],
    'ca-expired': ({ subject, until }) => [
      `El certificado de ${told(subject)} venció el ${told(until)}.`,
      'Pida el nuevo a quien lleva la red.',
    ],
    'password-away': ({ place, why }) => [
      `No se puede obtener la contraseña (${told(place)}: ${told(why)}).`,
      'Desbloquee el almacén de claves, o guárdela de nuevo.',
    ],
    'password-none': () => ['No hay contraseña guardada para esta cuenta.', 'Guárdela.'],
    'merchant-other': ({ merchant }) => [
      `La cuenta no ve el comercio ${told(merchant)} de esta caja.`,
      'Ponga en los ajustes un comercio de la cuenta, o la cuenta de ese comercio.',
    ],
    'merchant-unsaid': ({ count }) => [
      `La cuenta tiene ${told(count)} comercios y los ajustes no nombran ninguno.`,
      'Indique el de esta caja.',
    ],
    'port-held': (context) => [
      `${port(context)} lo tiene otro programa${context['program'] ? `: ${told(context['program'])} (proceso ${told(context['pid'])})` : ''}.`,
      context['remedy']
        ? `Como administrador: ${told(context['remedy'])}`
        : 'Cierre ese programa, o haga que deje en paz este puerto.',
    ],
    'port-permission': (context) => [
      `Este usuario no puede abrir ${port(context)}.`,
      `Como administrador: ${told(context['remedy'])}`,
    ],
    meddler: ({ program, remedy }) => [
      `${told(program)} está en marcha y se queda con puertos serie.`,
      `Como administrador: ${told(remedy)}`,
    ],
    'terminal-none': () => [
      'No hay ningún terminal conectado, así que no se puede leer una tarjeta.',
      'Enciéndalo y conéctelo, o nómbrelo en los ajustes.',
    ],
    'terminal-away': (context) => [
      `Nadie responde en ${port(context)} (${told(context['code'])}).`,
      'Mire que el terminal esté encendido, su cable, y la dirección en su pantalla.',
    ],
    'terminal-stranger': (context) => [
      `Lo que responde en ${port(context)} no es un terminal conocido.`,
      'Mire la dirección y la línea: 115200 baudios, 8N1.',
    ],
    'device-none': ({ serialNumber }) => [
      `La plataforma no tiene ninguno con número de serie ${told(serialNumber)}: los cobros van sin él.`,
      'Créelo allí si los informes deben nombrarlo.',
    ],
    'printer-away': ({ printer, why }) => [
      `No se llega a la impresora ${told(printer)}: ${told(why)}.`,
      'Enciéndala y mire su cable o su red. Los cobros siguen sin papel.',
    ],
    'printer-not-ready': ({ printer }) => [
      `La impresora ${told(printer)} no está lista.`,
      'Ponga papel y cierre la tapa. Los cobros siguen sin papel.',
    ],
    'not-looked': () => ['No se miró: hacen falta los ajustes.', 'Arregle los ajustes y compruebe otra vez.'],
    'payment-runs': () => ['Los puertos no se miraron: hay un cobro en marcha.', 'Compruebe otra vez después.'],
  },
  others: {
    account: [
      'La plataforma no acepta esta cuenta, o no se llega a ella.',
      'Mire dirección, usuario y contraseña en los ajustes.',
    ],
    clock: ['El reloj de este equipo va a minutos del de la plataforma.', 'Ponga en hora este equipo.'],
    merchant: ['El comercio aún no puede cobrar.', 'Pregunte a la plataforma por su aprobación.'],
    network: ['El camino a la plataforma no está bien.', 'Mire proxy y certificados en los ajustes.'],
    devices: ['A este dispositivo no va ningún cobro.', 'Mírelo en la lista de terminales.'],
    other: ['Esto no se pudo comprobar.', 'Compruebe otra vez.'],
  },
  running: (name, at, count) => `Mirando ${name}, ${at} de ${count}.`,
  good: 'Está todo lo que un cobro necesita.',
  notes: (count) =>
    count === 1 ? 'Se puede cobrar. Hay una cosa que mirar.' : `Se puede cobrar. Hay ${count} cosas que mirar.`,
  problems: (count) => (count === 1 ? 'Una cosa impide cobrar.' : `${count} cosas impiden cobrar.`),
  states: {
    waiting: 'Aún no',
    running: 'Mirando',
    ok: 'Bien',
    note: 'Mirar',
    problem: 'Impide cobrar',
    none: 'Nada que mirar',
  },
  failed: 'No se pudo preguntar a la caja.',
  again: 'Comprobar otra vez',
  checking: (time) => `Comprobando, ${time}`,
  help: 'Qué hace esto',
  helpSay: 'Mira y no cambia nada. No envía cobros, no imprime y no toca ningún terminal en uso.',
};
