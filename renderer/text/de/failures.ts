import type { Part } from '../en/filled.ts';

const again = 'Versuchen Sie es noch einmal. Bleibt es so, rufen Sie den Techniker.';
const technician = 'Rufen Sie den Techniker.';
const wait = 'Warten Sie, oder kassieren Sie auf anderem Weg.';
const unknown = 'Kassieren Sie nicht noch einmal, bevor es feststeht.';

/** What happened and what to do, by code. */
export const failures: Part<'failures'> = {
  LINK_NOT_FOUND: {
    what: 'Das Terminal ist hier nicht angeschlossen.',
    next: 'Prüfen Sie Kabel und Strom.',
  },
  LINK_BUSY: {
    what: 'Ein anderes Programm benutzt das Terminal.',
    next: 'Schließen Sie das andere Zahlungsprogramm und warten Sie.',
  },
  LINK_PERMISSION: { what: 'Dieser Computer lässt die Kasse nicht an das Terminal.', next: technician },
  LINK_REFUSED: {
    what: 'Unter der Adresse des Terminals antwortet nichts.',
    next: 'Prüfen Sie, ob das Terminal an und im Netz ist.',
  },
  LINK_CLOSED: { what: 'Die Verbindung zum Terminal wurde geschlossen.', next: again },
  LINK_LOST: { what: 'Das Terminal wurde abgesteckt.', next: 'Stecken Sie das Kabel wieder ein.' },
  LINK_TIMEOUT: {
    what: 'Das Terminal war nicht rechtzeitig zu erreichen.',
    next: 'Prüfen Sie Kabel und Strom, dann versuchen Sie es noch einmal.',
  },
  FRAME_GARBAGE: {
    what: 'Was am Kabel antwortet, ist kein bekanntes Terminal.',
    next: 'Prüfen Sie, ob das richtige Gerät angeschlossen ist.',
  },
  TERM_SILENT: {
    what: 'Das Terminal hat nicht geantwortet.',
    next: 'Schalten Sie das Terminal aus und ein, dann versuchen Sie es noch einmal.',
  },
  TERM_REFUSED: { what: 'Das Terminal hat die Zahlung nicht begonnen.', next: again },
  TERM_BUSY: {
    what: 'Das Terminal ist noch mit einer anderen Zahlung beschäftigt.',
    next: 'Beenden Sie erst diese, oder brechen Sie sie ab.',
  },
  TERM_UNKNOWN_MODEL: { what: 'Dieses Terminal-Modell ist hier nicht bekannt.', next: technician },
  TERM_NOT_READY: {
    what: 'Das Terminal ist noch nicht bereit.',
    next: 'Warten Sie, bis beide Lichter in Ordnung sind, dann kassieren Sie.',
  },
  TERM_NOT_FOUND: { what: 'Es gibt kein Terminal mit diesem Namen.', next: technician },
  TERM_OTHER: {
    what: 'Angeschlossen ist ein anderes Terminal als das dieser Kasse.',
    next: 'Schließen Sie das richtige an, oder lassen Sie dieses vom Techniker in Betrieb nehmen.',
  },
  TERM_TWICE: {
    what: 'Zwei Terminals mit derselben Seriennummer sind angeschlossen.',
    next: 'Ziehen Sie das zweite ab. Bleibt es so, lassen Sie beide vom Techniker prüfen.',
  },
  TERM_RESTARTING: {
    what: 'Das Terminal startet gleich von selbst neu, wie einmal am Tag.',
    next: 'Warten Sie, bis es wieder da ist, dann kassieren Sie.',
  },
  TERM_UNHEALTHY: { what: 'Das Terminal meldet, dass mit ihm etwas nicht stimmt.', next: technician },
  TERM_UNSUPPORTED: { what: 'Dieses Terminal kann das nicht.', next: 'Nehmen Sie einen anderen Weg.' },
  TERM_CARD_DATA: {
    what: 'Das Terminal sandte Kartendaten, die nicht zu dieser Zahlung gehören. An die Bank ging nichts.',
    next: 'Nehmen Sie ein anderes Terminal und rufen Sie einen Techniker: Dieses könnte manipuliert sein.',
  },
  DEVICE_OTHER_MERCHANT: {
    what: 'Das Device dieses Terminals gehört auf der Plattform einem anderen Händler.',
    next: 'Keine Zahlung geht dorthin. Rufen Sie den Techniker.',
  },
  DEVICE_TWICE: {
    what: 'Die Plattform hat mehr als ein Device für dieses Terminal.',
    next: 'Keine Zahlung geht dorthin. Rufen Sie den Techniker.',
  },
  DEVICE_NOT_ENABLED: {
    what: 'Das Device dieses Terminals ist auf der Plattform nicht aktiviert.',
    next: 'Keine Zahlung geht dorthin. Rufen Sie den Techniker, er kann es aktivieren.',
  },
  DEVICE_NONE: {
    what: 'Die Plattform hat kein Device für dieses Terminal.',
    next: 'Keine Zahlung geht dorthin. Rufen Sie den Techniker.',
  },
  PAY_AMOUNT: { what: 'Dieser Betrag kann nicht kassiert werden.', next: 'Geben Sie einen anderen Betrag ein.' },
  PAY_BUSY: {
    what: 'Auf diesem Terminal ist eine Zahlung noch nicht fertig.',
    next: 'Warten Sie ihre Antwort ab, dann kassieren Sie.',
  },
  PAY_NOT_FOUND: { what: 'Es gibt keine Zahlung mit dieser Nummer.', next: 'Kassieren Sie noch einmal.' },
  PAY_NO_CARD: {
    what: 'Es kam rechtzeitig keine Karte.',
    next: 'Kassieren Sie noch einmal, wenn der Kunde so weit ist.',
  },
  PAY_NOT_COMPLETED: {
    what: 'Die Zahlung wurde am Terminal nicht abgeschlossen.',
    next: 'Kassieren Sie noch einmal, wenn der Kunde so weit ist.',
  },
  PAY_NEVER_ARRIVED: {
    what: 'Diese Zahlung ist nirgends verbucht; es ist kein Geld geflossen.',
    next: 'Kassieren Sie noch einmal.',
  },
  PAY_TOO_LATE: {
    what: 'Zum Abbrechen war es zu spät.',
    next: 'Warten Sie die Antwort der laufenden Zahlung ab.',
  },
  PAY_PARTIAL: {
    what: 'Die Bank hat nur einen Teil genehmigt, und diese Kasse nimmt keine Teilbeträge.',
    next: 'Bitten Sie um eine andere Karte.',
  },
  PAY_CAPTURE_FAILED: {
    what: 'Die Zahlung wurde als bezahlt gezeigt, aber die Bank hat sie danach nicht ausgeführt.',
    next: 'Der Betrag ist nicht bezahlt. Sagen Sie es der Leitung.',
  },
  PAY_NOT_CAPTURED: {
    what: 'Die Bank hat zugestimmt, aber die Plattform lehnt endgültig ab, das Geld einzuziehen.',
    next: 'Der Betrag ist nicht bezahlt. Bitten Sie um eine andere Karte oder einen anderen Zahlweg.',
  },
  PAY_REVERSAL_FAILED: {
    what: 'Die Bank konnte das Geld nicht zurückgeben.',
    next: 'Geben Sie es auf anderem Weg zurück.',
  },
  PAY_DUPLICATE: {
    what: 'Das wurde schon bezahlt: dieser Auftrag, oder derselbe Betrag vor wenigen Minuten.',
    next: 'Kassieren Sie nur dann noch einmal, wenn es ein anderer Einkauf ist.',
  },
  PAY_STATE: {
    what: 'So, wie diese Zahlung steht, geht das nicht.',
    next: 'Sehen Sie sich erst die Zahlung an.',
  },
  PAY_UNRESOLVED: {
    what: 'Frühere Zahlungen werden noch geprüft.',
    next: 'Warten Sie, bis sie feststehen.',
  },
  PAY_LINK_OPEN: { what: 'Diese Bestellung wird schon per Link bezahlt.', next: 'Schließen Sie erst den Link.' },
  PAY_ORDER_OPEN: {
    what: 'Eine Zahlung dieser Bestellung ist noch nicht fertig.',
    next: 'Warten Sie ihre Antwort ab, oder geben Sie die Reservierung frei.',
  },
  PAY_REFUSED: {
    what: 'Die Plattform hat diese Zahlung nicht angenommen. An der Karte liegt es nicht.',
    next: technician,
  },
  API_UNREACHABLE: { what: 'Die Zahlungsplattform ist nicht erreichbar. Gesendet wurde nichts.', next: wait },
  API_TIMEOUT: { what: 'Die Zahlungsplattform hat nicht rechtzeitig geantwortet.', next: unknown },
  API_BROKEN: { what: 'Die Verbindung zur Zahlungsplattform ist abgerissen.', next: unknown },
  API_UNREADABLE: { what: 'Die Antwort der Zahlungsplattform war nicht lesbar.', next: unknown },
  API_UNAUTHORIZED: {
    what: 'Die Zahlungsplattform nimmt das Passwort dieser Kasse nicht mehr an.',
    next: 'Lassen Sie das neue Passwort in den Einstellungen eintragen.',
  },
  API_NO_PASSWORD: {
    what: 'Der Schlüsselspeicher dieses Computers gibt das Passwort der Plattform nicht her. Es wurde nichts gesendet.',
    next: 'Entsperren Sie ihn, oder lassen Sie das Passwort in den Einstellungen eintragen.',
  },
  API_FORBIDDEN: { what: 'Die Zahlungsplattform erlaubt das dieser Kasse nicht.', next: technician },
  API_NOT_FOUND: { what: 'Die Zahlungsplattform kennt nicht, wonach gefragt wurde.', next: technician },
  API_CONFLICT: { what: 'Die Zahlungsplattform ist schon dabei.', next: 'Warten Sie, dann sehen Sie wieder nach.' },
  API_INVALID: { what: 'Die Zahlungsplattform hat die Anfrage abgewiesen.', next: technician },
  API_DECLINED: {
    what: 'Die Bank hat diese Karte nicht genehmigt.',
    next: 'Bitten Sie um eine andere Karte oder eine andere Zahlungsart.',
  },
  API_RATE_LIMITED: {
    what: 'Die Zahlungsplattform ist ausgelastet.',
    next: 'Warten Sie eine Minute, dann versuchen Sie es noch einmal.',
  },
  API_SERVER: { what: 'Die Zahlungsplattform hat selbst Schwierigkeiten.', next: unknown },
  API_NOT_CONFIGURED: { what: 'Für diese Kasse ist keine Zahlungsplattform eingerichtet.', next: technician },
  API_OTHER_ACCOUNT: {
    what: 'Diese Zahlung gehört zu einem anderen Plattformkonto, als die Kasse jetzt hat.',
    next: 'Belasten Sie nicht noch einmal. Rufen Sie den Techniker.',
  },
  PRINTER_NOT_CONFIGURED: {
    what: 'An dieser Kasse ist kein Belegdrucker eingerichtet. Die Zahlung gilt; nur das Papier fehlt.',
    next: 'Drucken Sie über diesen Computer, senden Sie den Beleg, oder zeigen Sie den QR-Code.',
  },
  PRINTER_UNREACHABLE: {
    what: 'Der Belegdrucker ist nicht erreichbar. Die Zahlung gilt; nur das Papier fehlt.',
    next: 'Prüfen Sie, ob er an und angesteckt ist, dann drucken Sie noch einmal, oder geben Sie den Beleg anders.',
  },
  PRINTER_TIMEOUT: {
    what: 'Der Belegdrucker hat den Beleg nicht rechtzeitig angenommen. Die Zahlung gilt.',
    next: 'Sehen Sie nach, was herauskam. Schalten Sie den Drucker aus und ein, dann drucken Sie noch einmal.',
  },
  PRINTER_NOT_READY: {
    what: 'Der Belegdrucker ist nicht bereit. Die Zahlung gilt; nur das Papier fehlt.',
    next: 'Prüfen Sie Papier und Klappe, dann drucken Sie noch einmal.',
  },
  RECEIPT_ADDRESS: {
    what: 'Der Beleg kann nicht an diese Adresse gehen; gesendet wurde nichts.',
    next: 'Prüfen Sie sie mit dem Kunden und senden Sie noch einmal.',
  },
  ROLE_REQUIRED: { what: 'Das darf nur die Leitung.', next: 'Lassen Sie es die Leitung bestätigen.' },
  ROLE_PIN_WRONG: { what: 'Diese PIN stimmt nicht.', next: 'Warten Sie kurz, dann versuchen Sie es noch einmal.' },
  ROLE_LOCKED: {
    what: 'Es gab falsche PINs: Noch wird keine andere geprüft.',
    next: 'Warten Sie, dann versuchen Sie es noch einmal, oder fragen Sie jemand anderen von der Leitung.',
  },
  SETUP_ANSWER: {
    what: 'Diese Angabe wurde bei der Einrichtung nicht angenommen.',
    next: 'Lesen Sie, was daneben steht, und geben Sie sie neu ein.',
  },
  SETUP_STEP: {
    what: 'Die Einrichtung ist bei einem anderen Schritt.',
    next: 'Fahren Sie dort fort, wo sie jetzt steht.',
  },
  SETUP_OPEN: {
    what: 'Diese Kasse ist noch nicht fertig eingerichtet.',
    next: 'Schließen Sie die Einrichtung ab, dann kassieren Sie.',
  },
  JRNL_IN_USE: {
    what: 'Ein anderes Tillbridge ist mit diesen Daten offen.',
    next: 'Benutzen Sie das offene Fenster, oder warten Sie, bis das andere Programm fertig ist.',
  },
  JRNL_UNWRITABLE: {
    what: 'Die Kasse kann nicht aufzeichnen und beginnt deshalb keine Zahlung.',
    next: 'Schaffen Sie Platz auf der Festplatte, oder rufen Sie den Techniker.',
  },
  JRNL_CORRUPT: {
    what: 'Die Aufzeichnungen der Kasse sind beschädigt; sie beginnt deshalb keine Zahlung.',
    next: technician,
  },
  JRNL_NEWER: {
    what: 'Die Aufzeichnungen der Kasse stammen von einer neueren Version.',
    next: 'Aktualisieren Sie Tillbridge auf diesem Computer.',
  },
  UPDATE_REFUSED: {
    what: 'Die neue Version ist nicht, was sie sein soll, und wurde nicht übernommen. Nichts wurde geändert.',
    next: 'Weiter verkaufen. Bleibt es tagelang so, den Techniker rufen.',
  },
  UPDATE_FAILED: {
    what: 'Die neue Version war nicht zu bekommen. Nichts wurde geändert.',
    next: 'Weiter verkaufen; die Kasse versucht es von selbst wieder.',
  },
  UPDATE_BUSY: {
    what: 'Eine Zahlung ist nicht fertig, deshalb bleibt die Kasse bei dieser Version.',
    next: 'Die Zahlung beenden, dann noch einmal versuchen.',
  },
  HOST_STOPPING: { what: 'Die Kasse schließt gerade.', next: 'Öffnen Sie sie wieder, dann kassieren Sie.' },
  HOST_INTERNAL: {
    what: 'In der Kasse ist etwas schiefgegangen.',
    next: 'Sehen Sie sich die letzte Zahlung an, bevor Sie wieder kassieren.',
  },
  IPC_INVALID: {
    what: 'Das Kassensystem hat diesen Bildschirm nicht verstanden.',
    next: 'Laden Sie dieses Fenster neu.',
  },
  TEXT_CARD_NUMBER: {
    what: 'Das sieht nach einer Kartennummer aus. Nichts davon wurde behalten oder gesendet.',
    next: 'Kartennummern werden hier nie getippt: Lassen Sie sie weg.',
  },
  IPC_DISCONNECTED: {
    what: 'Das Kassensystem ist kurz weg; gesendet wurde nichts.',
    next: 'Warten Sie, bis es wieder da ist, dann drücken Sie noch einmal.',
  },
  IPC_SESSION_ENDED: {
    what: 'Dieses Fenster ist abgemeldet. Die Kasse selbst läuft weiter.',
    next: 'Öffnen Sie hier einen neuen Link: „tillbridge url“ an diesem Computer gibt ihn aus.',
  },
  CFG_INVALID: { what: 'Eine Einstellung dieser Kasse ergibt keinen Sinn.', next: technician },
  CFG_CHANGED: {
    what: 'Jemand anderes hat diese Einstellung inzwischen geändert. Hier wurde nichts geändert.',
    next: 'Noch einmal ansehen.',
  },
  CFG_PERSON: {
    what: 'Diese Änderung an einer Person geht nicht.',
    next: 'Die Liste der Personen noch einmal ansehen.',
  },
  CFG_TLS_OFF: {
    what: 'Auf diesem Computer ist abgeschaltet, dass geprüft wird, wer für die Plattform antwortet. So startet die Kasse nicht.',
    next: technician,
  },
};
