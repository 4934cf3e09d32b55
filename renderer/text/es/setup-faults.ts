import type { Part } from '../en/filled.ts';

const retype = 'Escríbalo de nuevo.';

/** Why an answer of the setup is not taken, in Spanish. */
export const faults: Part<'setup'>['faults'] = {
  'url-missing': () => 'No hay nada escrito. Escriba la dirección que le dio la plataforma; empieza con https://.',
  'url-space': () => 'Tiene un espacio o un salto de línea. Escríbala sin él.',
  'url-not-address': () => 'No es una dirección web. Tiene la forma https://platform.example.',
  'url-http': () => 'Empieza con http: la contraseña se leería en el camino. Escriba https://.',
  'url-credentials': () => 'Lleva un nombre de usuario o una contraseña. Escríbalos abajo, y la dirección sin ellos.',
  'url-query': () => 'Lo que sigue a ? o # no forma parte de ella. Quítelo.',
  'url-path': ({ path }) => `La plataforma no está en ${String(path)}. Quite lo que sigue al nombre del servidor.`,
  'url-is-sandbox': ({ host }) =>
    `${String(host)} es el entorno de prueba de la plataforma y se eligió «Real». Escriba la dirección real, o vuelva atrás y elija la prueba.`,
  'url-is-live': ({ host }) =>
    `${String(host)} cobra dinero real y se eligió la prueba. Escriba la dirección de la prueba, o vuelva atrás y elija «Real».`,
  dns: ({ host }) => `Nadie se llama ${String(host)}. Revise cómo se escribe y si este ordenador está en línea.`,
  refused: ({ host }) => `Nadie responde en ${String(host)}. Revise la dirección y su puerto.`,
  unreachable: ({ host }) => `No se llega a ${String(host)}. Revise si este ordenador está en línea.`,
  slow: ({ host }) => `${String(host)} no respondió a tiempo. Revise la red e inténtelo otra vez.`,
  'not-tls': ({ host }) => `Lo que responde en ${String(host)} no habla https. Revise la dirección y su puerto.`,
  'not-platform': ({ host }) =>
    `Lo que responde en ${String(host)} no es la plataforma. Revise la dirección; no es la de sus páginas web.`,
  redirected: ({ host }) => `${String(host)} remite a otra dirección. Escriba la dirección de su API.`,
  'server-trouble': ({ host }) => `${String(host)} tiene una avería propia. Espere un minuto e inténtelo otra vez.`,
  'too-often': ({ host }) => `Se preguntó demasiado a ${String(host)}. Espere un minuto e inténtelo otra vez.`,
  'certificate-expired': () =>
    'Su certificado ha caducado. Revise la fecha de este ordenador; si es correcta, llame a la plataforma.',
  'certificate-early': () => 'Su certificado todavía no vale. Ajuste la fecha y la hora de este ordenador.',
  'certificate-host': ({ host }) =>
    `El certificado en ${String(host)} es de otro servidor. Revise la dirección; quizá responde una red de invitados.`,
  'certificate-unknown': () =>
    'Firmó su certificado una autoridad que este ordenador no conoce: un filtro de esta red lee lo que pasa (inspección TLS), o no es la plataforma. Haga que el filtro excluya esta dirección, o ponga su certificado en platform.caFile.',
  'certificate-revoked': () => 'Su certificado fue revocado. No siga, y llame a la plataforma.',
  proxy: ({ proxy }) =>
    `El proxy ${String(proxy)} no abre el camino. Revise platform.proxy, o pregunte a quien lleva la red.`,
  'proxy-login': ({ proxy }) =>
    `El proxy ${String(proxy)} quiere otro nombre de usuario y otra contraseña. Póngalos en platform.proxy.`,
  'proxy-address': ({ from }) =>
    `El proxy de ${String(from)} no es una dirección como http://proxy.shop:3128. Ajuste platform.proxy.`,
  'ca-file': () => 'El archivo que nombra platform.caFile no sirve. Póngalo de nuevo, o quítelo.',
  clock: ({ minutes }) => {
    const far = Math.abs(Number(minutes));
    const much = far >= 120 ? `${Math.round(far / 60)} horas` : `${far} minutos`;
    return `Va ${much} ${Number(minutes) > 0 ? 'por detrás' : 'por delante'} de la plataforma. Ajuste el reloj e inténtelo otra vez.`;
  },
  'user-missing': () => 'No hay nada escrito. Escriba el que le dio la plataforma.',
  'user-space': () => 'Tiene un espacio o un salto de línea. Escríbalo sin él.',
  'user-colon': () => 'No puede llevar dos puntos. Escriba solo el nombre de usuario, sin la contraseña.',
  'password-missing': () => 'No hay nada escrito. Escriba la que le dio la plataforma.',
  'password-break': () => 'Tiene un salto de línea u otro carácter de control. Escríbala a mano.',
  'password-long': () => 'Tiene más de 1000 caracteres. Escriba solo la contraseña.',
  'wrong-password': ({ mode }) =>
    `La plataforma no conoce juntos este nombre de usuario y esta contraseña. Escriba los dos otra vez; ${
      mode === 'live' ? 'los de la prueba no abren el real.' : 'los reales no abren la prueba.'
    }`,
  'sandbox-account': () =>
    'Son credenciales del entorno de prueba y se eligió «Real». Escriba las reales, o vuelva atrás y elija la prueba.',
  'read-only': () => 'Este usuario puede mirar y no aceptar pagos. Pida a la plataforma uno que pueda, y escriba ese.',
  forbidden: () => 'Este usuario no puede ver tiendas. Pida a la plataforma uno que pueda, y escriba ese.',
  'no-merchant': () =>
    'En esta cuenta no hay ninguna tienda. Termine la solicitud en la plataforma e inténtelo otra vez.',
  'merchant-unknown': () => 'En la lista no hay ninguna con este nombre o número. Elija una de la lista.',
  'merchant-not-approved': ({ name }) =>
    `La plataforma no ha autorizado todavía a ${String(name)} a aceptar pagos. Elija otra, o espere la autorización.`,
  'shop-field': ({ key, why }) =>
    why === 'empty'
      ? `No hay nada escrito. ${retype}`
      : key === 'till.currency'
        ? `Esta moneda no existe aquí: tres letras, por ejemplo MXN. ${retype}`
        : key === 'till.locale'
          ? `No es un idioma con su país, por ejemplo es-MX. ${retype}`
          : key === 'receipts.timeZone'
            ? `Esta zona horaria no existe; una sería America/Mexico_City. ${retype}`
            : `Como mucho 60 caracteres. ${retype}`,
  'terminal-address': ({ address }) =>
    `${String(address)} no es una dirección. Escriba HOST:PUERTO como lo muestra el terminal, o serial:PATH, o elija uno de la lista.`,
  'terminal-printer': ({ address }) =>
    `${String(address)} es el puerto de la impresora de recibos, o uno al que nunca se pregunta. Elija otro.`,
  'terminal-none': ({ address, why }) =>
    `Nadie responde en ${String(address)} (${String(why)}). Revise que esté encendido y la dirección en su pantalla.`,
  'terminal-held': ({ address, why }) =>
    `No se puede abrir ${String(address)} (${String(why)}). Cierre el programa que lo ocupa.`,
  'terminal-stranger': ({ address }) =>
    `Lo que responde en ${String(address)} no es un terminal conocido aquí. Revise la dirección y su línea: 115200 baudios, 8N1.`,
  'terminal-device': ({ serialNumber }) =>
    `La plataforma no tiene para esta tienda ningún dispositivo con el número de serie ${String(serialNumber)}. Elija uno de la lista.`,
  'person-name': ({ why }) =>
    `${why === 'empty' ? 'No hay nada escrito.' : 'Es demasiado largo.'} Escriba un nombre de 60 caracteres como mucho.`,
  'pin-form': () => 'Debe tener de 4 a 12 cifras; mejor seis. Escríbalo de nuevo.',
  'pin-easy': () => 'Cualquiera lo adivinaría: todas iguales, o seguidas. Escriba otro.',
  'printer-address': ({ printer }) =>
    `${String(printer)} no es una impresora. Escriba tcp://HOST:9100, serial:PATH@BAUD, path:FILE o system:NAME, o déjelo vacío.`,
  'printer-terminal': ({ printer }) =>
    `En ${String(printer)} está el terminal de tarjetas. Elija otra impresora, o déjelo vacío.`,
  'test-not-voided': () =>
    'Todavía no se hizo, o la plataforma no ha confirmado que se liberó. Hágalo, o déjelo para más tarde.',
  'test-terminal': ({ why }) =>
    `No se puede empezar ningún pago en él (${String(why)}). No se cobró a nadie. Revíselo e inténtelo otra vez.`,
};
