/** Reasons why an update is refused. The computer then only has content that was verified before. */
import { TillError } from '../../contract/index.ts';

const refusals = {
  'not-https': 'Updates are fetched over https only',
  redirected: 'The address of the update leads to one that is not allowed',
  'not-a-feed': 'What answers at the address of the updates is no feed of updates',
  'other-key': 'The feed was signed with another key than the one this program knows',
  'wrong-signature': 'The signature of the feed is not that of its content',
  expired:
    'The feed is out of date, so that somebody may be holding a newer one back; or the clock of this computer is wrong',
  'older-feed': 'A newer feed was seen before this one: somebody shows an old one again',
  downgrade: 'The feed offers an older version than this one',
  'file-name': 'The feed names a file that would lie elsewhere than among the updates',
  'too-large': 'More is sent than the feed says',
  'too-short': 'Less was sent than the feed says',
  'wrong-content': 'What was sent is not what the feed was signed for',
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
  cut: 'The connection ended in the middle; what has arrived is kept, and the next try goes on from there',
  'no-room': 'There is no room left on the disk for the update',
  'not-staged': 'No update is ready',
  'no-former': 'There is no version before this one on this computer',
  unpacking: 'The package of the update could not be unpacked',
} as const;

/** UPDATE_FAILED with the reason as `context.why`. */
export function updateFailure(why: keyof typeof failures, cause?: unknown): TillError {
  return new TillError('UPDATE_FAILED', `${failures[why]}. Nothing was changed.`, { context: { why }, cause });
}
