import type { Part } from '../en/filled.ts';

const again = 'Réessayez. Si rien ne change, appelez un technicien.';
const technician = 'Appelez un technicien.';
const wait = 'Attendez, ou encaissez d’une autre façon.';
const unknown = 'N’encaissez pas de nouveau avant de le savoir.';

/** What happened and what to do, by code. */
export const failures: Part<'failures'> = {
  LINK_NOT_FOUND: { what: 'Le terminal n’est pas branché ici.', next: 'Vérifiez le câble et l’alimentation.' },
  LINK_BUSY: {
    what: 'Un autre programme utilise le terminal.',
    next: 'Fermez l’autre programme de paiement, puis attendez.',
  },
  LINK_PERMISSION: { what: 'Cet ordinateur ne laisse pas la caisse utiliser le terminal.', next: technician },
  LINK_REFUSED: {
    what: 'Rien ne répond à l’adresse du terminal.',
    next: 'Vérifiez que le terminal est allumé et sur le réseau.',
  },
  LINK_CLOSED: { what: 'La connexion au terminal a été fermée.', next: again },
  LINK_LOST: { what: 'Le terminal a été débranché.', next: 'Rebranchez le câble.' },
  LINK_TIMEOUT: {
    what: 'Le terminal n’a pas pu être joint à temps.',
    next: 'Vérifiez le câble et l’alimentation, puis réessayez.',
  },
  FRAME_GARBAGE: {
    what: 'Ce qui répond sur le câble n’est pas un terminal connu.',
    next: 'Vérifiez que le bon appareil est branché.',
  },
  TERM_SILENT: { what: 'Le terminal n’a pas répondu.', next: 'Éteignez et rallumez le terminal, puis réessayez.' },
  TERM_REFUSED: { what: 'Le terminal a refusé de commencer le paiement.', next: again },
  TERM_BUSY: {
    what: 'Le terminal est encore occupé par un autre paiement.',
    next: 'Terminez ou annulez d’abord celui-là.',
  },
  TERM_UNKNOWN_MODEL: { what: 'Ce modèle de terminal n’est pas connu ici.', next: technician },
  TERM_NOT_READY: {
    what: 'Le terminal n’est pas encore prêt.',
    next: 'Attendez que les deux voyants soient bons, puis encaissez de nouveau.',
  },
  TERM_NOT_FOUND: { what: 'Aucun terminal ne porte ce nom.', next: technician },
  TERM_OTHER: {
    what: 'Un autre terminal que celui de cette caisse est branché.',
    next: 'Branchez le bon terminal, ou demandez à un technicien de mettre celui-ci en service.',
  },
  TERM_TWICE: {
    what: 'Deux terminaux ayant le même numéro de série sont branchés.',
    next: 'Débranchez le second. Si cela persiste, faites vérifier les deux par un technicien.',
  },
  TERM_RESTARTING: {
    what: 'Le terminal va redémarrer de lui-même, comme une fois par jour.',
    next: 'Attendez qu’il revienne, puis encaissez de nouveau.',
  },
  TERM_UNHEALTHY: { what: 'Le terminal signale un problème chez lui.', next: technician },
  TERM_UNSUPPORTED: { what: 'Ce terminal ne peut pas faire cela.', next: 'Passez par un autre moyen.' },
  TERM_CARD_DATA: {
    what: 'Le terminal a envoyé des données de carte qui n’appartiennent pas à ce paiement. Rien n’a été envoyé à la banque.',
    next: 'Utilisez un autre terminal et appelez un technicien : celui-ci a peut-être été altéré.',
  },
  DEVICE_OTHER_MERCHANT: {
    what: 'Sur la plateforme, le Device de ce terminal appartient à un autre commerçant.',
    next: 'Aucun paiement n’y va. Appelez un technicien.',
  },
  DEVICE_TWICE: {
    what: 'La plateforme a plus d’un Device pour ce terminal.',
    next: 'Aucun paiement n’y va. Appelez un technicien.',
  },
  DEVICE_NOT_ENABLED: {
    what: 'Sur la plateforme, le Device de ce terminal n’est pas activé.',
    next: 'Aucun paiement n’y va. Appelez un technicien, qui peut l’activer.',
  },
  DEVICE_NONE: {
    what: 'La plateforme n’a aucun Device pour ce terminal.',
    next: 'Aucun paiement n’y va. Appelez un technicien.',
  },
  PAY_AMOUNT: { what: 'Ce montant ne peut pas être encaissé.', next: 'Tapez un autre montant.' },
  PAY_BUSY: {
    what: 'Ce terminal a un paiement qui n’est pas terminé.',
    next: 'Attendez sa réponse, puis encaissez.',
  },
  PAY_NOT_FOUND: { what: 'Aucun paiement ne porte ce numéro.', next: 'Encaissez de nouveau.' },
  PAY_NO_CARD: {
    what: 'Aucune carte n’a été présentée à temps.',
    next: 'Encaissez de nouveau quand le client est prêt.',
  },
  PAY_NOT_COMPLETED: {
    what: 'Le paiement n’a pas été mené à terme sur le terminal.',
    next: 'Encaissez de nouveau quand le client est prêt.',
  },
  PAY_NEVER_ARRIVED: {
    what: 'Il n’y a aucune trace de ce paiement, donc aucun argent n’a circulé.',
    next: 'Encaissez de nouveau.',
  },
  PAY_TOO_LATE: { what: 'Il était trop tard pour annuler.', next: 'Attendez la réponse du paiement en cours.' },
  PAY_PARTIAL: {
    what: 'La banque n’a approuvé qu’une partie du montant, et cette caisse ne prend pas les parties.',
    next: 'Demandez une autre carte.',
  },
  PAY_CAPTURE_FAILED: {
    what: 'Le paiement a été affiché comme payé, mais la banque ne l’a pas exécuté ensuite.',
    next: 'Le montant n’est pas payé. Avertissez votre responsable.',
  },
  PAY_NOT_CAPTURED: {
    what: 'La banque a approuvé, mais la plateforme refuse définitivement de prendre l’argent.',
    next: 'Le montant n’est pas payé. Demandez une autre carte ou un autre moyen de paiement.',
  },
  PAY_REVERSAL_FAILED: {
    what: 'La banque n’a pas pu rembourser.',
    next: 'Remboursez d’une autre façon.',
  },
  PAY_DUPLICATE: {
    what: 'C’est déjà payé : cette commande, ou le même montant il y a quelques minutes.',
    next: 'Encaissez de nouveau seulement s’il s’agit d’un autre achat.',
  },
  PAY_STATE: { what: 'Ce paiement, dans son état, ne le permet pas.', next: 'Regardez d’abord le paiement.' },
  PAY_UNRESOLVED: {
    what: 'Des paiements précédents sont encore en vérification.',
    next: 'Attendez d’en connaître l’issue.',
  },
  PAY_LINK_OPEN: { what: 'Cette commande est déjà en train d’être payée par lien.', next: 'Fermez d’abord le lien.' },
  PAY_ORDER_OPEN: {
    what: 'Un paiement de cette commande n’est pas encore terminé.',
    next: 'Attendez sa réponse, ou libérez ce qui est retenu.',
  },
  PAY_REFUSED: {
    what: 'La plateforme n’a pas accepté ce paiement. La carte n’est pas en cause.',
    next: technician,
  },
  API_UNREACHABLE: { what: 'La plateforme de paiement est injoignable. Rien n’a été envoyé.', next: wait },
  API_TIMEOUT: { what: 'La plateforme de paiement n’a pas répondu à temps.', next: unknown },
  API_BROKEN: { what: 'La connexion à la plateforme de paiement s’est coupée.', next: unknown },
  API_UNREADABLE: { what: 'La réponse de la plateforme de paiement était illisible.', next: unknown },
  API_UNAUTHORIZED: {
    what: 'La plateforme de paiement n’accepte plus le mot de passe de cette caisse.',
    next: 'Faites entrer le nouveau mot de passe dans les Paramètres.',
  },
  API_NO_PASSWORD: {
    what: 'Le trousseau de cet ordinateur ne donne pas le mot de passe de la plateforme. Rien n’a été envoyé.',
    next: 'Déverrouillez-le, ou faites entrer le mot de passe dans les Paramètres.',
  },
  API_FORBIDDEN: { what: 'La plateforme de paiement ne permet pas cela à cette caisse.', next: technician },
  API_NOT_FOUND: { what: 'La plateforme de paiement ne connaît pas ce qui a été demandé.', next: technician },
  API_CONFLICT: { what: 'La plateforme de paiement le fait déjà.', next: 'Attendez, puis regardez de nouveau.' },
  API_INVALID: { what: 'La plateforme de paiement a refusé la demande.', next: technician },
  API_DECLINED: {
    what: 'La banque n’a pas approuvé cette carte.',
    next: 'Demandez une autre carte ou un autre moyen de paiement.',
  },
  API_RATE_LIMITED: {
    what: 'La plateforme de paiement est occupée.',
    next: 'Attendez une minute, puis réessayez.',
  },
  API_SERVER: { what: 'La plateforme de paiement a des ennuis de son côté.', next: unknown },
  API_NOT_CONFIGURED: { what: 'Aucune plateforme de paiement n’est configurée pour cette caisse.', next: technician },
  API_OTHER_ACCOUNT: {
    what: 'Ce paiement appartient à un autre compte de la plateforme que celui de la caisse maintenant.',
    next: 'Ne pas débiter de nouveau. Appelez un technicien.',
  },
  PRINTER_NOT_CONFIGURED: {
    what: 'Aucune imprimante de reçus n’est configurée pour cette caisse. Le paiement tient; seul le papier manque.',
    next: 'Imprimez avec cet ordinateur, envoyez le reçu, ou affichez le code QR.',
  },
  PRINTER_UNREACHABLE: {
    what: 'L’imprimante de reçus est injoignable. Le paiement tient; seul le papier manque.',
    next: 'Vérifiez qu’elle est allumée et branchée, puis réimprimez, ou donnez le reçu autrement.',
  },
  PRINTER_TIMEOUT: {
    what: 'L’imprimante de reçus n’a pas pris le reçu à temps. Le paiement tient.',
    next: 'Regardez ce qui est sorti. Éteignez et rallumez l’imprimante, puis réimprimez.',
  },
  PRINTER_NOT_READY: {
    what: 'L’imprimante de reçus n’est pas prête. Le paiement tient; seul le papier manque.',
    next: 'Vérifiez le papier et le couvercle, puis réimprimez.',
  },
  RECEIPT_ADDRESS: {
    what: 'Le reçu ne peut pas être envoyé à cette adresse, donc rien n’a été envoyé.',
    next: 'Vérifiez-la avec le client et renvoyez.',
  },
  ROLE_REQUIRED: { what: 'Seul un responsable peut faire cela.', next: 'Demandez à un responsable de confirmer.' },
  ROLE_PIN_WRONG: { what: 'Ce NIP n’est pas le bon.', next: 'Attendez un instant, puis essayez encore une fois.' },
  ROLE_LOCKED: {
    what: 'Il y a eu des NIP erronés : aucun autre n’est encore vérifié.',
    next: 'Attendez, puis réessayez, ou demandez à un autre responsable.',
  },
  SETUP_ANSWER: {
    what: 'Cette réponse n’a pas été acceptée pendant la configuration.',
    next: 'Lisez ce qui est indiqué à côté et saisissez-la de nouveau.',
  },
  SETUP_STEP: {
    what: 'La configuration en est à une autre étape.',
    next: 'Continuez là où elle en est.',
  },
  SETUP_OPEN: {
    what: 'La configuration de cette caisse n’est pas terminée.',
    next: 'Terminez-la, puis encaissez.',
  },
  JRNL_IN_USE: {
    what: 'Un autre Tillbridge est ouvert avec ces données.',
    next: 'Utilisez la fenêtre qui est ouverte, ou attendez que l’autre programme ait terminé.',
  },
  JRNL_UNWRITABLE: {
    what: 'La caisse ne peut pas écrire ses registres, donc elle ne commence aucun paiement.',
    next: 'Libérez de l’espace disque, ou appelez un technicien.',
  },
  JRNL_CORRUPT: {
    what: 'Les registres de la caisse sont endommagés, donc elle ne commence aucun paiement.',
    next: technician,
  },
  JRNL_NEWER: {
    what: 'Les registres de la caisse viennent d’une version plus récente.',
    next: 'Mettez Tillbridge à jour sur cet ordinateur.',
  },
  UPDATE_REFUSED: {
    what: 'La mise à jour n’est pas ce qu’elle devrait être et n’a pas été installée. Rien n’a été modifié.',
    next: 'Continuez à vendre. Si cela dure des jours, appelez un technicien.',
  },
  UPDATE_FAILED: {
    what: 'La mise à jour n’a pas pu être obtenue. Rien n’a été modifié.',
    next: 'Continuez à vendre; la caisse réessaie d’elle-même.',
  },
  UPDATE_BUSY: {
    what: 'Un paiement n’est pas terminé : la caisse n’a pas été mise à jour.',
    next: 'Terminez-le, puis réessayez.',
  },
  HOST_STOPPING: { what: 'La caisse se ferme.', next: 'Rouvrez-la, puis encaissez.' },
  HOST_INTERNAL: {
    what: 'Quelque chose a mal tourné dans la caisse.',
    next: 'Regardez le dernier paiement avant d’encaisser de nouveau.',
  },
  IPC_INVALID: { what: 'Le système de la caisse n’a pas compris cet écran.', next: 'Rechargez cette fenêtre.' },
  TEXT_CARD_NUMBER: {
    what: 'Cela ressemble à un numéro de carte. Rien n’en a été gardé ni envoyé.',
    next: 'On n’écrit jamais de numéro de carte ici : enlevez-le.',
  },
  IPC_DISCONNECTED: {
    what: 'Le système de la caisse est absent un instant, donc rien n’a été envoyé.',
    next: 'Attendez qu’il revienne, puis appuyez de nouveau.',
  },
  IPC_SESSION_ENDED: {
    what: 'Cette fenêtre n’a plus de session. La caisse, elle, continue.',
    next: 'Ouvrez ici un nouveau lien : exécutez « tillbridge url » sur cet ordinateur.',
  },
  CFG_INVALID: { what: 'Un réglage de cette caisse n’a pas de sens.', next: technician },
  CFG_CHANGED: {
    what: 'Quelqu’un d’autre a changé ce réglage entre-temps. Rien n’a été changé ici.',
    next: 'Regardez-le de nouveau.',
  },
  CFG_PERSON: {
    what: 'Ce changement d’une personne n’est pas possible.',
    next: 'Regardez de nouveau la liste des personnes.',
  },
  CFG_TLS_OFF: {
    what: 'Sur cet ordinateur, on ne vérifie plus qui répond au nom de la plateforme. La caisse ne démarre pas ainsi.',
    next: technician,
  },
};
