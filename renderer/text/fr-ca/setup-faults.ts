import type { Part } from '../en/filled.ts';

const retype = 'Tapez-le de nouveau.';

/** Why an answer of the setup is not taken, in Canadian French. */
export const faults: Part<'setup'>['faults'] = {
  'url-missing': () => 'Rien n’est tapé. Tapez l’adresse que la plateforme vous a donnée; elle commence par https://.',
  'url-space': () => 'Elle contient une espace ou un saut de ligne. Tapez-la sans.',
  'url-not-address': () => 'Ce n’est pas une adresse Web. Elle ressemble à https://platform.example.',
  'url-http': () => 'Elle commence par http\u00a0: le mot de passe se lirait en chemin. Tapez https://.',
  'url-credentials': () =>
    'Elle contient un nom d’utilisateur ou un mot de passe. Tapez-les plus bas, et l’adresse sans eux.',
  'url-query': () => 'Ce qui suit le point d’interrogation ou le dièse n’en fait pas partie. Enlevez-le.',
  'url-path': ({ path }) => `La plateforme n’est pas sous ${String(path)}. Enlevez ce qui suit le nom de l’hôte.`,
  'url-is-sandbox': ({ host }) =>
    `${String(host)} est le bac à sable de la plateforme, et «\u00a0Réel\u00a0» est choisi. Tapez l’adresse réelle, ou revenez en arrière et choisissez l’essai.`,
  'url-is-live': ({ host }) =>
    `${String(host)} prend de l’argent réel, et l’essai est choisi. Tapez l’adresse de l’essai, ou revenez en arrière et choisissez «\u00a0Réel\u00a0».`,
  dns: ({ host }) =>
    `Personne ne s’appelle ${String(host)}. Vérifiez l’orthographe, et si cet ordinateur est en ligne.`,
  refused: ({ host }) => `Personne ne répond à ${String(host)}. Vérifiez l’adresse et son port.`,
  unreachable: ({ host }) => `${String(host)} est hors d’atteinte. Vérifiez si cet ordinateur est en ligne.`,
  slow: ({ host }) => `${String(host)} n’a pas répondu à temps. Vérifiez le réseau, puis réessayez.`,
  'not-tls': ({ host }) => `Ce qui répond à ${String(host)} ne parle pas https. Vérifiez l’adresse et son port.`,
  'not-platform': ({ host }) =>
    `Ce qui répond à ${String(host)} n’est pas la plateforme. Vérifiez l’adresse; ce n’est pas celle de ses pages Web.`,
  redirected: ({ host }) => `${String(host)} renvoie à une autre adresse. Tapez l’adresse de son API.`,
  'server-trouble': ({ host }) => `${String(host)} a une panne à lui. Attendez une minute, puis réessayez.`,
  'too-often': ({ host }) => `${String(host)} a été interrogé trop souvent. Attendez une minute, puis réessayez.`,
  'certificate-expired': () =>
    'Son certificat a expiré. Vérifiez la date de cet ordinateur; si elle est juste, appelez la plateforme.',
  'certificate-early': () => 'Son certificat n’est pas encore valable. Réglez la date et l’heure de cet ordinateur.',
  'certificate-host': ({ host }) =>
    `Le certificat à ${String(host)} est celui d’un autre hôte. Vérifiez l’adresse; un réseau d’invités répond peut-être à sa place.`,
  'certificate-unknown': () =>
    'Une autorité inconnue de cet ordinateur a signé son certificat\u00a0: un filtre de ce réseau lit au passage (inspection TLS), ou ce n’est pas la plateforme. Faites exclure cette adresse du filtre, ou mettez son certificat dans platform.caFile.',
  'certificate-revoked': () => 'Son certificat a été révoqué. N’allez pas plus loin, et appelez la plateforme.',
  proxy: ({ proxy }) =>
    `Le mandataire ${String(proxy)} n’ouvre pas le chemin. Vérifiez platform.proxy, ou demandez à qui s’occupe du réseau.`,
  'proxy-login': ({ proxy }) =>
    `Le mandataire ${String(proxy)} veut un autre nom d’utilisateur et un autre mot de passe. Mettez-les dans platform.proxy.`,
  'proxy-address': ({ from }) =>
    `Le mandataire de ${String(from)} n’est pas une adresse comme http://proxy.shop:3128. Réglez platform.proxy.`,
  'ca-file': () => 'Le fichier que nomme platform.caFile ne peut servir. Remettez-le, ou enlevez-le.',
  clock: ({ minutes }) => {
    const far = Math.abs(Number(minutes));
    const much = far >= 120 ? `${Math.round(far / 60)} heures` : `${far} minutes`;
    return `Elle a ${much} ${Number(minutes) > 0 ? 'de retard' : 'd’avance'} sur la plateforme. Réglez l’horloge, puis réessayez.`;
  },
  'user-missing': () => 'Rien n’est tapé. Tapez celui que la plateforme vous a donné.',
  'user-space': () => 'Il contient une espace ou un saut de ligne. Tapez-le sans.',
  'user-colon': () => 'Un deux-points ne peut en faire partie. Tapez le nom d’utilisateur seul, sans le mot de passe.',
  'password-missing': () => 'Rien n’est tapé. Tapez celui que la plateforme vous a donné.',
  'password-break': () => 'Il contient un saut de ligne ou un autre caractère de contrôle. Tapez-le à la main.',
  'password-long': () => 'Il a plus de 1000 caractères. Tapez le mot de passe seul.',
  'wrong-password': ({ mode }) =>
    `La plateforme ne connaît pas ce nom d’utilisateur et ce mot de passe ensemble. Tapez les deux de nouveau; ${
      mode === 'live' ? 'ceux de l’essai n’ouvrent pas le réel.' : 'ceux du réel n’ouvrent pas l’essai.'
    }`,
  'sandbox-account': () =>
    'Ce sont des accès du bac à sable, et «\u00a0Réel\u00a0» est choisi. Tapez les accès réels, ou revenez en arrière et choisissez l’essai.',
  'read-only': () =>
    'Cet utilisateur peut regarder et non accepter des paiements. Demandez-en un à la plateforme qui le peut, et tapez celui-là.',
  forbidden: () =>
    'Cet utilisateur ne peut pas voir les commerces. Demandez-en un à la plateforme qui le peut, et tapez celui-là.',
  'no-merchant': () =>
    'Il n’y a aucun commerce dans ce compte. Terminez la demande auprès de la plateforme, puis réessayez.',
  'merchant-unknown': () => 'La liste n’en a aucun de ce nom ou de ce numéro. Choisissez-en un dans la liste.',
  'merchant-not-approved': ({ name }) =>
    `La plateforme n’a pas encore autorisé ${String(name)} à accepter des paiements. Choisissez-en un autre, ou attendez l’autorisation.`,
  'shop-field': ({ key, why }) =>
    why === 'empty'
      ? `Rien n’est tapé. ${retype}`
      : key === 'till.currency'
        ? `Cette devise n’existe pas ici\u00a0: trois lettres, par exemple CAD. ${retype}`
        : key === 'till.locale'
          ? `Ce n’est pas une langue avec son pays, par exemple fr-CA. ${retype}`
          : key === 'receipts.timeZone'
            ? `Ce fuseau n’existe pas; America/Toronto en est un. ${retype}`
            : `Au plus 60 caractères. ${retype}`,
  'terminal-address': ({ address }) =>
    `${String(address)} n’est pas une adresse. Tapez HÔTE:PORT comme le terminal l’affiche, ou serial:PATH, ou choisissez dans la liste.`,
  'terminal-printer': ({ address }) =>
    `${String(address)} est le port de l’imprimante à reçus, ou un port qui n’est jamais interrogé. Choisissez-en un autre.`,
  'terminal-none': ({ address, why }) =>
    `Personne ne répond à ${String(address)} (${String(why)}). Vérifiez qu’il est allumé, et l’adresse sur son écran.`,
  'terminal-held': ({ address, why }) =>
    `${String(address)} ne s’ouvre pas (${String(why)}). Fermez le programme qui l’occupe.`,
  'terminal-stranger': ({ address }) =>
    `Ce qui répond à ${String(address)} n’est pas un terminal connu ici. Vérifiez l’adresse et sa ligne\u00a0: 115200 bauds, 8N1.`,
  'terminal-device': ({ serialNumber }) =>
    `La plateforme n’a pour ce commerce aucun appareil au numéro de série ${String(serialNumber)}. Choisissez-en un dans la liste.`,
  'person-name': ({ why }) =>
    `${why === 'empty' ? 'Rien n’est tapé.' : 'Il est trop long.'} Tapez un nom d’au plus 60 caractères.`,
  'pin-form': () => 'Il lui faut de 4 à 12 chiffres; six valent mieux. Tapez-le de nouveau.',
  'pin-easy': () => 'Tout le monde le devinerait\u00a0: tous pareils, ou à la suite. Tapez-en un autre.',
  'printer-address': ({ printer }) =>
    `${String(printer)} n’est pas une imprimante. Tapez tcp://HOST:9100, serial:PATH@BAUD, path:FILE ou system:NAME, ou laissez vide.`,
  'printer-terminal': ({ printer }) =>
    `Le terminal de cartes est sur ${String(printer)}. Choisissez une autre imprimante, ou laissez vide.`,
  'test-not-voided': () =>
    'Il n’a pas encore été fait, ou la plateforme n’a pas confirmé qu’il est libéré. Faites-le, ou laissez-le pour plus tard.',
  'test-terminal': ({ why }) =>
    `Aucun paiement ne peut y commencer (${String(why)}). Personne n’a été débité. Vérifiez-le, puis réessayez.`,
};
