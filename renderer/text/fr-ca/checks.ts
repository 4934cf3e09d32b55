import { told, type CheckContext } from '../../../electron/contract/index.ts';
import type { Part } from '../en/filled.ts';

const port = ({ address }: CheckContext): string => String(address ?? 'le port');

/** Français du Canada, Terminaux → Vérifier. */
export const checks: Part<'checks'> = {
  title: 'Vérifier cette caisse',
  rail: 'Vérifier',
  names: {
    program: 'Programme',
    folder: 'Dossier de données',
    disk: 'Espace sur le disque',
    settings: 'Réglages',
    people: 'Gérants',
    records: 'Registre des paiements',
    audit: 'Journal d’audit',
    network: 'Chemin vers la plateforme',
    password: 'Mot de passe',
    account: 'Compte',
    clock: 'Horloge',
    merchant: 'Marchand',
    ports: 'Ports de cet ordinateur',
    terminals: 'Terminaux',
    devices: 'Appareils à la plateforme',
    printer: 'Imprimante de reçus',
    till: 'Caisse',
  },
  faults: {
    'folder-unusable': ({ why }) => [
      `Le dossier de données ne peut pas servir : ${told(why)}.`,
      'Donnez-le au seul utilisateur qui lance la caisse, ou nommez-en un autre avec --data.',
    ],
    'folder-share': ({ kind }) => [
      `Le dossier de données est sur un autre ordinateur (${told(kind)}) : sans réseau, plus de registre.`,
      'Mettez-le sur un disque de cet ordinateur.',
    ],
    'disk-full': ({ free }) => [
      `Le disque est plein : il reste ${told(free)}. Sans registre, aucun paiement ne commence.`,
      'Supprimez ce qui ne sert pas, puis vérifiez encore.',
    ],
    'disk-low': ({ free }) => [`Le disque est presque plein : il reste ${told(free)}.`, 'Faites de la place bientôt.'],
    'settings-wrong': ({ problem }) => [
      `Les réglages ne peuvent pas servir : ${told(problem)}.`,
      'Corrigez cela dans le fichier, ou reprenez les précédents.',
    ],
    'settings-readable': ({ file, mode }) => [
      `D’autres peuvent lire ${told(file)}, qui contient un mot de passe (${told(mode)}).`,
      `Fermez-le : chmod 600 ${told(file)}`,
    ],
    'tls-off': ({ variable }) => [
      `${told(variable)} affaiblit toute connexion; une vraie caisse ne démarre pas ainsi.`,
      'Retirez-le de l’environnement. Une autorité privée se nomme dans platform.caFile.',
    ],
    'setup-open': () => [
      'La configuration de cette caisse n’est pas finie; elle ne prend aucun paiement.',
      'Terminez la configuration.',
    ],
    'no-managers': () => [
      'Il n’y a pas de responsable : n’importe qui à cette caisse peut rendre de l’argent.',
      'Ajoutez des personnes avec un NIP.',
    ],
    'records-newer': () => [
      'Le registre a été écrit par une version plus récente de ce programme.',
      'Réinstallez cette version. Rien n’a été changé.',
    ],
    'records-damaged': () => [
      'Le registre des paiements est endommagé.',
      'Lancez la caisse : elle met le fichier de côté et demande à la plateforme. Gardez le fichier.',
    ],
    'records-held': ({ program }) => [
      `Un autre programme a ce dossier de données${program ? ` : ${told(program)}` : ''}.`,
      'Fermez-le, ou attendez, puis vérifiez encore.',
    ],
    'records-failing': ({ code }) => [
      `Le registre ne peut pas être écrit (${told(code)}), donc aucun paiement ne commence.`,
      'Voyez que le disque a de la place et se laisse écrire.',
    ],
    'records-older': ({ payments }) => [
      `Le registre était plus vieux que son journal; ${told(payments)} paiements ont été vérifiés.`,
      'Faites vérifier le disque, puis supprimez la note.',
    ],
    'records-aside': ({ file }) => [
      `Le registre a déjà été endommagé et mis de côté : ${told(file)}.`,
      'Gardez ce fichier ailleurs, puis retirez-le d’ici.',
    ],
    'audit-anchor': () => ['L’ancre du journal d’audit ne peut pas être lue.', 'Faites vérifier le journal.'],
    'ca-soon': ({ subject, until }) => [
      `Le certificat de ${told(subject)} est valide jusqu’au ${told(until)}.`,
      'Demandez le nouveau à qui s’occupe du réseau.',
    ],
    'ca-expired': ({ subject, until }) => [
      `Le certificat de ${told(subject)} a expiré le ${told(until)}.`,
      'Demandez le nouveau à qui s’occupe du réseau.',
    ],
    'password-away': ({ place, why }) => [
      `Le mot de passe ne peut pas être obtenu (${told(place)} : ${told(why)}).`,
      'Déverrouillez le trousseau, ou gardez-le de nouveau.',
    ],
    'password-none': () => ['Aucun mot de passe n’est gardé pour ce compte.', 'Gardez-le.'],
    'merchant-other': ({ merchant }) => [
      `Le compte ne voit pas le marchand ${told(merchant)} de cette caisse.`,
      'Nommez dans les réglages un marchand du compte, ou le compte de ce marchand.',
    ],
    'merchant-unsaid': ({ count }) => [
      `Le compte a ${told(count)} marchands, et les réglages n’en nomment aucun.`,
      'Nommez celui de cette caisse.',
    ],
    'port-held': (context) => [
      `${port(context)} est tenu par un autre programme${context['program'] ? ` : ${told(context['program'])} (processus ${told(context['pid'])})` : ''}.`,
      context['remedy']
        ? `Comme administrateur : ${told(context['remedy'])}`
        : 'Fermez ce programme, ou faites-lui laisser ce port.',
    ],
    'port-permission': (context) => [
      `Cet utilisateur ne peut pas ouvrir ${port(context)}.`,
      `Comme administrateur : ${told(context['remedy'])}`,
    ],
    meddler: ({ program, remedy }) => [
      `${told(program)} roule sur cet ordinateur et prend des ports série.`,
      `Comme administrateur : ${told(remedy)}`,
    ],
    'terminal-none': () => [
      'Aucun terminal n’est branché, donc aucune carte ne peut être lue.',
      'Allumez-le et branchez-le, ou nommez-le dans les réglages.',
    ],
    'terminal-away': (context) => [
      `Personne ne répond à ${port(context)} (${told(context['code'])}).`,
      'Voyez si le terminal est allumé, son câble, et l’adresse sur son écran.',
    ],
    'terminal-stranger': (context) => [
      `Ce qui répond à ${port(context)} n’est pas un terminal connu.`,
      'Voyez l’adresse et la ligne : 115200 bauds, 8N1.',
    ],
    'device-none': ({ serialNumber }) => [
      `La plateforme n’en a pas avec le numéro de série ${told(serialNumber)} : les paiements vont sans.`,
      'Créez-le là-bas si les rapports doivent le nommer.',
    ],
    'printer-away': ({ printer, why }) => [
      `L’imprimante ${told(printer)} ne peut pas être jointe : ${told(why)}.`,
      'Allumez-la et voyez son câble ou son réseau. Les paiements continuent sans papier.',
    ],
    'printer-not-ready': ({ printer }) => [
      `L’imprimante ${told(printer)} n’est pas prête.`,
      'Mettez du papier et fermez le couvercle. Les paiements continuent sans papier.',
    ],
    'not-looked': () => ['Pas vérifié : il faut les réglages.', 'Réparez les réglages, puis vérifiez encore.'],
    'payment-runs': () => ['Les ports n’ont pas été vérifiés : un paiement est en cours.', 'Vérifiez encore après.'],
  },
  others: {
    account: [
      'La plateforme n’accepte pas ce compte, ou ne peut pas être jointe.',
      'Voyez l’adresse, le nom d’utilisateur et le mot de passe dans les réglages.',
    ],
    clock: ['L’horloge de cet ordinateur est à des minutes de celle de la plateforme.', 'Réglez la date et l’heure.'],
    merchant: ['Le marchand ne peut pas encore prendre de paiements.', 'Demandez à la plateforme son approbation.'],
    network: ['Le chemin vers la plateforme n’est pas bon.', 'Voyez le proxy et les certificats dans les réglages.'],
    devices: ['Aucun paiement ne va à cet appareil.', 'Voyez-le dans la liste des terminaux.'],
    other: ['Cela n’a pas pu être vérifié.', 'Vérifiez encore.'],
  },
  running: (name, at, count) => `Vérifie ${name}, ${at} de ${count}.`,
  good: 'Tout ce qu’il faut pour un paiement est là.',
  notes: (count) =>
    count === 1 ? 'Les paiements vont. Une chose est à voir.' : `Les paiements vont. ${count} choses sont à voir.`,
  problems: (count) => (count === 1 ? 'Une chose empêche les paiements.' : `${count} choses empêchent les paiements.`),
  states: {
    waiting: 'Pas encore',
    running: 'En cours',
    ok: 'Bien',
    note: 'À voir',
    problem: 'Empêche les paiements',
    none: 'Rien à vérifier',
  },
  failed: 'La caisse n’a pas pu être interrogée.',
  again: 'Vérifier encore',
  checking: (time) => `Vérifie, ${time}`,
  help: 'Ce que cela fait',
  helpSay:
    'Cela regarde et ne change rien. Aucun paiement n’est envoyé, rien n’est imprimé, aucun terminal n’est touché.',
};
