import { told, type CheckContext } from '../../../electron/contract/index.ts';
import type { Part } from '../en/filled.ts';

const port = ({ address }: CheckContext): string => String(address ?? 'der Anschluss');

/** Deutsch: Terminals → Prüfen. */
export const checks: Part<'checks'> = {
  title: 'Diese Kasse prüfen',
  rail: 'Prüfen',
  names: {
    program: 'Programm',
    folder: 'Datenordner',
    disk: 'Platz auf dem Datenträger',
    settings: 'Einstellungen',
    people: 'Verantwortliche',
    records: 'Aufzeichnung der Zahlungen',
    audit: 'Prüfprotokoll',
    network: 'Weg zur Plattform',
    password: 'Passwort',
    account: 'Konto',
    clock: 'Uhr',
    merchant: 'Händler',
    ports: 'Anschlüsse',
    terminals: 'Terminals',
    devices: 'Geräte bei der Plattform',
    printer: 'Bondrucker',
    till: 'Kasse',
  },
  faults: {
    'folder-unusable': ({ why }) => [
      `Der Datenordner ist nicht nutzbar: ${told(why)}.`,
      'Geben Sie ihn allein dem Benutzer, der die Kasse startet, oder nennen Sie mit --data einen anderen.',
    ],
    'folder-share': ({ kind }) => [
      `Der Datenordner liegt auf einem anderen Rechner (${told(kind)}): Fällt das Netz aus, fehlt die Aufzeichnung.`,
      'Legen Sie ihn auf einen Datenträger dieses Rechners.',
    ],
    'disk-full': ({ free }) => [
      `Der Datenträger ist voll: noch ${told(free)}. Ohne Aufzeichnung beginnt keine Zahlung.`,
      'Löschen Sie, was nicht gebraucht wird, und prüfen Sie noch einmal.',
    ],
    'disk-low': ({ free }) => [`Der Datenträger ist fast voll: noch ${told(free)}.`, 'Schaffen Sie bald Platz.'],
    'settings-wrong': ({ problem }) => [
      `Die Einstellungen sind nicht nutzbar: ${told(problem)}.`,
      'Berichtigen Sie das in der Datei, oder holen Sie die vorigen zurück.',
    ],
    'settings-readable': ({ file, mode }) => [
      `Andere an diesem Rechner können ${told(file)} lesen, und darin steht ein Passwort (${told(mode)}).`,
      `Schließen Sie die Datei: chmod 600 ${told(file)}`,
    ],
    'tls-off': ({ variable }) => [
      `${told(variable)} schwächt jede Verbindung; so startet keine echte Kasse.`,
      'Nehmen Sie das aus der Umgebung. Eine eigene Zertifizierungsstelle steht unter platform.caFile.',
    ],
    'setup-open': () => [
      'Diese Kasse ist nicht fertig eingerichtet und nimmt noch keine Zahlung an.',
      'Richten Sie sie zu Ende ein.',
    ],
    'no-managers': () => [
      'Es gibt keine Verantwortlichen: Jeder an dieser Kasse kann Geld zurückgeben.',
      'Fügen Sie Personen mit PIN hinzu.',
    ],
    'records-newer': () => [
      'Die Aufzeichnung stammt von einer neueren Version dieses Programms.',
      'Installieren Sie jene Version wieder. Nichts wurde verändert.',
    ],
    'records-damaged': () => [
      'Die Aufzeichnung der Zahlungen ist beschädigt.',
      'Starten Sie die Kasse: Sie legt die Datei beiseite und fragt die Plattform. Heben Sie die Datei auf.',
    ],
    'records-held': ({ program }) => [
      `Ein anderes Programm hat diesen Datenordner${program ? `: ${told(program)}` : ''}.`,
      'Beenden Sie es, oder warten Sie, und prüfen Sie noch einmal.',
    ],
    'records-failing': ({ code }) => [
      `Zahlungen können nicht aufgezeichnet werden (${told(code)}), also beginnt keine.`,
      'Sorgen Sie für Platz und Schreibrechte auf dem Datenträger.',
    ],
    'records-older': ({ payments }) => [
      `Die Aufzeichnung war älter als ihr Protokoll; ${told(payments)} Zahlungen wurden nachgesehen.`,
      'Lassen Sie den Datenträger prüfen und löschen Sie dann den Vermerk.',
    ],
    'records-aside': ({ file }) => [
      `Die Aufzeichnung war einmal beschädigt und liegt als ${told(file)} beiseite.`,
      'Bewahren Sie die Datei anderswo auf und nehmen Sie sie hier weg.',
    ],
    'audit-anchor': () => ['Der Anker des Prüfprotokolls ist nicht lesbar.', 'Lassen Sie das Protokoll prüfen.'],
    'ca-soon': ({ subject, until }) => [
      `Das Zertifikat von ${told(subject)} gilt bis ${told(until)}.`,
      'Holen Sie das neue bei dem, der das Netz betreut.',
    ],
    'ca-expired': ({ subject, until }) => [
      `Das Zertifikat von ${told(subject)} ist am ${told(until)} abgelaufen.`,
      'Holen Sie das neue bei dem, der das Netz betreut.',
    ],
    'password-away': ({ place, why }) => [
      `Das Passwort der Plattform ist nicht zu bekommen (${told(place)}: ${told(why)}).`,
      'Schließen Sie den Schlüsselspeicher auf, oder hinterlegen Sie es neu.',
    ],
    'password-none': () => ['Für dieses Konto ist kein Passwort hinterlegt.', 'Hinterlegen Sie es.'],
    'merchant-other': ({ merchant }) => [
      `Das Konto sieht den Händler ${told(merchant)} dieser Kasse nicht.`,
      'Wählen Sie in den Einstellungen einen Händler des Kontos, oder das Konto jenes Händlers.',
    ],
    'merchant-unsaid': ({ count }) => [
      `Das Konto hat ${told(count)} Händler, und in den Einstellungen steht keiner.`,
      'Tragen Sie den Händler dieser Kasse ein.',
    ],
    'port-held': (context) => [
      `${port(context)} gehört gerade einem anderen Programm${context['program'] ? `: ${told(context['program'])} (Prozess ${told(context['pid'])})` : ''}.`,
      context['remedy']
        ? `Als Administrator: ${told(context['remedy'])}`
        : 'Beenden Sie dieses Programm, oder lassen Sie es den Anschluss meiden.',
    ],
    'port-permission': (context) => [
      `Dieser Benutzer darf ${port(context)} nicht öffnen.`,
      `Als Administrator: ${told(context['remedy'])}`,
    ],
    meddler: ({ program, remedy }) => [
      `${told(program)} läuft auf diesem Rechner und greift nach seriellen Anschlüssen.`,
      `Als Administrator: ${told(remedy)}`,
    ],
    'terminal-none': () => [
      'Kein Terminal ist angeschlossen, also kann keine Karte genommen werden.',
      'Schalten Sie es ein und schließen Sie es an, oder nennen Sie es in den Einstellungen.',
    ],
    'terminal-away': (context) => [
      `An ${port(context)} antwortet niemand (${told(context['code'])}).`,
      'Prüfen Sie, ob das Terminal an ist, sein Kabel, und die Adresse auf seinem Bildschirm.',
    ],
    'terminal-stranger': (context) => [
      `Was an ${port(context)} antwortet, ist kein bekanntes Terminal.`,
      'Prüfen Sie die Adresse und die Leitung: 115200 Baud, 8N1.',
    ],
    'device-none': ({ serialNumber }) => [
      `Die Plattform hat kein Gerät mit Seriennummer ${told(serialNumber)}: Zahlungen gehen ohne.`,
      'Legen Sie dort eines an, wenn Auswertungen es nennen sollen.',
    ],
    'printer-away': ({ printer, why }) => [
      `Der Bondrucker ${told(printer)} ist nicht erreichbar: ${told(why)}.`,
      'Schalten Sie ihn ein und prüfen Sie Kabel oder Netz. Zahlungen gehen ohne Papier weiter.',
    ],
    'printer-not-ready': ({ printer }) => [
      `Der Bondrucker ${told(printer)} ist nicht bereit.`,
      'Legen Sie Papier ein und schließen Sie den Deckel. Zahlungen gehen ohne Papier weiter.',
    ],
    'not-looked': () => [
      'Nicht geprüft: Dazu braucht es die Einstellungen.',
      'Bringen Sie die Einstellungen in Ordnung.',
    ],
    'payment-runs': () => [
      'Die Anschlüsse wurden nicht geprüft: Eine Zahlung läuft.',
      'Prüfen Sie danach noch einmal.',
    ],
  },
  others: {
    account: [
      'Die Plattform nimmt dieses Konto nicht, oder sie ist nicht erreichbar.',
      'Prüfen Sie Adresse, Benutzername und Passwort in den Einstellungen.',
    ],
    clock: ['Die Uhr dieses Rechners geht Minuten anders als die der Plattform.', 'Stellen Sie Datum und Uhrzeit.'],
    merchant: ['Der Händler kann noch keine Zahlungen annehmen.', 'Fragen Sie die Plattform nach der Freigabe.'],
    network: ['Der Weg zur Plattform stimmt nicht.', 'Prüfen Sie Proxy und Zertifikate in den Einstellungen.'],
    devices: ['Zu diesem Gerät geht keine Zahlung.', 'Sehen Sie es in der Liste der Terminals an.'],
    other: ['Das konnte nicht geprüft werden.', 'Prüfen Sie noch einmal.'],
  },
  running: (name, at, count) => `Prüft ${name}, ${at} von ${count}.`,
  good: 'Alles, was eine Zahlung braucht, ist da.',
  notes: (count) =>
    count === 1
      ? 'Zahlungen gehen. Eine Sache sollte jemand ansehen.'
      : `Zahlungen gehen. ${count} Sachen sollte jemand ansehen.`,
  problems: (count) => (count === 1 ? 'Eine Sache verhindert Zahlungen.' : `${count} Sachen verhindern Zahlungen.`),
  states: {
    waiting: 'Noch nicht',
    running: 'Läuft',
    ok: 'In Ordnung',
    note: 'Ansehen',
    problem: 'Verhindert Zahlungen',
    none: 'Nichts zu prüfen',
  },
  failed: 'Die Kasse konnte nicht gefragt werden.',
  again: 'Noch einmal prüfen',
  checking: (time) => `Prüft, ${time}`,
  help: 'Was das tut',
  helpSay:
    'Es sieht nach und ändert nichts. Keine Zahlung wird gesendet, nichts gedruckt, kein Terminal in Gebrauch berührt.',
};
