/** Reasons why an update is refused. The computer then only has content that was verified before. */
import { TillError } from '../../contract/index.ts';

const refusals = {
  'not-https': 'Updates are downloaded over https only',
  redirected: 'The address of the update redirects to an address that is not allowed',
  'not-a-feed': 'The server at the address of the updates sends no update feed',
  'other-key': 'The feed was signed with a key that this program does not know',
  'wrong-signature': 'The signature of the feed does not match its content',
  expired: 'The feed is out of date: a server may be holding a newer one back, or the clock of this computer is wrong',
  'older-feed': 'This program has already seen a newer feed: a server may be showing an old one again',
  downgrade: 'The feed offers an older version than this one',
  'file-name': 'The feed names a file outside the folder of updates',
  'too-large': 'The server sent more bytes than the feed says',
  'too-short': 'The server sent fewer bytes than the feed says',
  'wrong-content': 'The downloaded file does not match the signed feed',
  'not-for-this': 'The feed has no package for this kind of computer',
  journal: 'The records of payments are in a form that the other version cannot read',
} as const;

export type UpdateRefusal = keyof typeof refusals;

/** UPDATE_REFUSED with the reason as `context.why`. @param detail a few words for logs */
export function refused(why: UpdateRefusal, detail?: string): TillError {
  const message = detail === undefined ? `${refusals[why]}.` : `${refusals[why]} (${detail}).`;
  return new TillError('UPDATE_REFUSED', `${message} Nothing was changed.`, { context: { why } });
}

const failures = {
  unreachable: 'The updates cannot be reached',
  cut: 'The connection broke; the next try continues with the bytes that have arrived',
  'no-room': 'The disk has no space for the update',
  'not-staged': 'No update is ready',
  'no-former': 'This computer has no previous version',
  unpacking: 'The package of the update could not be unpacked',
} as const;

/** UPDATE_FAILED with the reason as `context.why`. */
export function updateFailure(why: keyof typeof failures, cause?: unknown): TillError {
  return new TillError('UPDATE_FAILED', `${failures[why]}. Nothing was changed.`, { context: { why }, cause });
}
