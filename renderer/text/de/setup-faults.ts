import type { Part } from '../en/filled.ts';

const retype = 'Geben Sie es neu ein.';

/** Why an answer of the setup is not taken, in German. */
export const faults: Part<'setup'>['faults'] = {
  'url-missing': () =>
    'Hier steht nichts. Geben Sie die Adresse ein, die die Plattform Ihnen gab, mit https:// am Anfang.',
  'url-space': () => 'Darin ist ein Leerzeichen oder Zeilenumbruch. Geben Sie sie ohne ein.',
  'url-not-address': () => 'Das ist keine Webadresse. Sie sieht aus wie https://platform.example.',
  'url-http': () => 'Sie beginnt mit http; das Passwort wäre unterwegs zu lesen. Geben Sie https:// ein.',
  'url-credentials': () => 'Darin steht ein Benutzername oder Passwort. Geben Sie beides unten ein, die Adresse ohne.',
  'url-query': () => 'Was auf ? oder # folgt, gehört nicht dazu. Lassen Sie es weg.',
  'url-path': ({ path }) =>
    `Unter ${String(path)} ist die Plattform nicht. Lassen Sie weg, was auf den Namen des Rechners folgt.`,
  'url-is-sandbox': ({ host }) =>
    `${String(host)} ist die Sandbox der Plattform, gewählt ist „Echt“. Geben Sie die echte Adresse ein, oder gehen Sie zurück und wählen Sie die Sandbox.`,
  'url-is-live': ({ host }) =>
    `${String(host)} nimmt echtes Geld, gewählt ist die Sandbox. Geben Sie deren Adresse ein, oder gehen Sie zurück und wählen Sie „Echt“.`,
  dns: ({ host }) => `${String(host)} kennt niemand. Prüfen Sie die Schreibweise, und ob dieser Computer im Netz ist.`,
  refused: ({ host }) => `Bei ${String(host)} antwortet niemand. Prüfen Sie Adresse und Port.`,
  unreachable: ({ host }) => `${String(host)} ist nicht zu erreichen. Prüfen Sie, ob dieser Computer im Netz ist.`,
  slow: ({ host }) =>
    `${String(host)} hat nicht rechtzeitig geantwortet. Prüfen Sie das Netz und versuchen Sie es noch einmal.`,
  'not-tls': ({ host }) => `Was bei ${String(host)} antwortet, spricht kein https. Prüfen Sie Adresse und Port.`,
  'not-platform': ({ host }) =>
    `Was bei ${String(host)} antwortet, ist nicht die Plattform. Prüfen Sie die Adresse; es ist nicht die ihrer Webseiten.`,
  redirected: ({ host }) => `${String(host)} verweist an eine andere Adresse. Geben Sie die Adresse der API ein.`,
  'server-trouble': ({ host }) =>
    `${String(host)} hat selbst eine Störung. Warten Sie eine Minute und versuchen Sie es noch einmal.`,
  'too-often': ({ host }) =>
    `${String(host)} wurde zu oft gefragt. Warten Sie eine Minute und versuchen Sie es noch einmal.`,
  'certificate-expired': () =>
    'Ihr Zertifikat ist abgelaufen. Prüfen Sie das Datum dieses Computers; stimmt es, rufen Sie die Plattform an.',
  'certificate-early': () => 'Ihr Zertifikat gilt noch nicht. Stellen Sie Datum und Uhrzeit dieses Computers.',
  'certificate-host': ({ host }) =>
    `Das Zertifikat bei ${String(host)} gehört einem anderen. Prüfen Sie die Adresse; vielleicht antwortet ein Gästenetz.`,
  'certificate-unknown': () =>
    'Das Zertifikat kommt von einer Stelle, die dieser Computer nicht kennt: Ein Filter in diesem Netz liest mit (TLS-Inspektion), oder es ist nicht die Plattform. Lassen Sie diese Adresse vom Filter ausnehmen, oder setzen Sie platform.caFile auf sein Zertifikat.',
  'certificate-revoked': () =>
    'Ihr Zertifikat wurde zurückgezogen. Machen Sie nicht weiter und rufen Sie die Plattform an.',
  proxy: ({ proxy }) =>
    `Der Proxy ${String(proxy)} öffnet den Weg nicht. Prüfen Sie platform.proxy, oder fragen Sie, wer das Netz betreut.`,
  'proxy-login': ({ proxy }) =>
    `Der Proxy ${String(proxy)} will einen anderen Benutzernamen und ein anderes Passwort. Setzen Sie sie in platform.proxy.`,
  'proxy-address': ({ from }) =>
    `Der Proxy aus ${String(from)} ist keine Adresse wie http://proxy.shop:3128. Setzen Sie platform.proxy.`,
  'ca-file': () =>
    'Die Datei, die platform.caFile nennt, ist nicht zu gebrauchen. Setzen Sie sie neu, oder nehmen Sie sie heraus.',
  clock: ({ minutes }) => {
    const far = Math.abs(Number(minutes));
    const much = far >= 120 ? `${Math.round(far / 60)} Stunden` : `${far} Minuten`;
    return `Sie geht gegenüber der Plattform ${much} ${Number(minutes) > 0 ? 'nach' : 'vor'}. Stellen Sie die Uhr und versuchen Sie es noch einmal.`;
  },
  'user-missing': () => 'Hier steht nichts. Geben Sie den Namen ein, den die Plattform Ihnen gab.',
  'user-space': () => 'Darin ist ein Leerzeichen oder Zeilenumbruch. Geben Sie ihn ohne ein.',
  'user-colon': () =>
    'Ein Doppelpunkt kann nicht darin sein. Geben Sie den Benutzernamen allein ein, ohne das Passwort.',
  'password-missing': () => 'Hier steht nichts. Geben Sie das Passwort ein, das die Plattform Ihnen gab.',
  'password-break': () => 'Darin ist ein Zeilenumbruch oder ein anderes Steuerzeichen. Tippen Sie es von Hand ein.',
  'password-long': () => 'Es hat mehr als 1000 Zeichen. Geben Sie das Passwort allein ein.',
  'wrong-password': ({ mode }) =>
    `Benutzername und Passwort sind der Plattform zusammen nicht bekannt. Geben Sie beide neu ein; ${
      mode === 'live' ? 'die der Sandbox öffnen „Echt“ nicht.' : 'die echten öffnen die Sandbox nicht.'
    }`,
  'sandbox-account': () =>
    'Das sind Zugangsdaten der Sandbox, gewählt ist „Echt“. Geben Sie die echten ein, oder gehen Sie zurück und wählen Sie die Sandbox.',
  'read-only': () =>
    'Dieser Benutzer darf nur ansehen und keine Zahlungen annehmen. Bitten Sie die Plattform um einen, der es darf, und geben Sie diesen ein.',
  forbidden: () =>
    'Dieser Benutzer darf keine Geschäfte sehen. Bitten Sie die Plattform um einen, der es darf, und geben Sie diesen ein.',
  'no-merchant': () =>
    'In diesem Konto gibt es kein Geschäft. Schließen Sie den Antrag bei der Plattform ab und versuchen Sie es noch einmal.',
  'merchant-unknown': () =>
    'In der Liste ist keines mit diesem Namen oder dieser Nummer. Wählen Sie eines aus der Liste.',
  'merchant-not-approved': ({ name }) =>
    `${String(name)} darf nach der Plattform noch keine Zahlungen annehmen. Wählen Sie ein anderes, oder warten Sie auf die Freigabe.`,
  'shop-field': ({ key, why }) =>
    why === 'empty'
      ? `Hier steht nichts. ${retype}`
      : key === 'till.currency'
        ? `Diese Währung gibt es hier nicht: drei Buchstaben, etwa EUR. ${retype}`
        : key === 'till.locale'
          ? `Das ist keine Sprache mit Land, etwa de-DE. ${retype}`
          : key === 'receipts.timeZone'
            ? `Diese Zeitzone gibt es nicht; eine wäre Europe/Berlin. ${retype}`
            : `Höchstens 60 Zeichen. ${retype}`,
  'terminal-address': ({ address }) =>
    `${String(address)} ist keine Adresse. Geben Sie HOST:PORT ein, wie das Terminal es zeigt, oder serial:PATH, oder wählen Sie eines aus der Liste.`,
  'terminal-printer': ({ address }) =>
    `${String(address)} ist der Anschluss des Belegdruckers, oder einer, der nie gefragt wird. Wählen Sie einen anderen.`,
  'terminal-none': ({ address, why }) =>
    `Bei ${String(address)} antwortet niemand (${String(why)}). Prüfen Sie, ob es eingeschaltet ist, und die Adresse auf seiner Anzeige.`,
  'terminal-held': ({ address, why }) =>
    `${String(address)} lässt sich nicht öffnen (${String(why)}). Beenden Sie das Programm, das es belegt.`,
  'terminal-stranger': ({ address }) =>
    `Was bei ${String(address)} antwortet, ist kein Terminal, das hier bekannt ist. Prüfen Sie die Adresse und die Leitung: 115200 Baud, 8N1.`,
  'terminal-device': ({ serialNumber }) =>
    `Die Plattform hat für dieses Geschäft kein Gerät mit der Seriennummer ${String(serialNumber)}. Wählen Sie eines aus der Liste.`,
  'person-name': ({ why }) =>
    `${why === 'empty' ? 'Hier steht nichts.' : 'Er ist zu lang.'} Geben Sie einen Namen mit höchstens 60 Zeichen ein.`,
  'pin-form': () => 'Sie muss 4 bis 12 Ziffern haben; sechs sind besser. Geben Sie sie neu ein.',
  'pin-easy': () => 'Die würde jeder erraten: lauter gleiche, oder hochgezählt. Geben Sie eine andere ein.',
  'printer-address': ({ printer }) =>
    `${String(printer)} ist kein Drucker. Geben Sie tcp://HOST:9100, serial:PATH@BAUD, path:FILE oder system:NAME ein, oder lassen Sie es leer.`,
  'printer-terminal': ({ printer }) =>
    `An ${String(printer)} ist das Kartenterminal. Wählen Sie einen anderen Drucker, oder lassen Sie es leer.`,
  'test-not-voided': () =>
    'Sie wurde noch nicht gemacht, oder die Plattform hat noch nicht bestätigt, dass sie freigegeben ist. Machen Sie sie, oder lassen Sie sie für später.',
  'test-terminal': ({ why }) =>
    `Darauf lässt sich keine Zahlung beginnen (${String(why)}). Niemand wurde belastet. Sehen Sie nach und versuchen Sie es noch einmal.`,
};
