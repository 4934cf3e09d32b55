/** Finding of `tillbridge doctor` about a shell that ended unexpectedly. */
import { readShellNote } from '../starter/index.ts';

/** Age after which a note is no longer reported. */
const TOLD_FOR_MS = 7 * 24 * 60 * 60_000;

/** At most one finding. `now`: milliseconds since 1970. */
export function shellNoteFinding(dataDir: string, now: number): { what: string; state: 'note'; detail: string }[] {
  const note = readShellNote(dataDir);
  const ageMs = now - Date.parse(note?.at ?? '');
  if (!note || !(ageMs < TOLD_FOR_MS)) return [];
  const last = note.tail.at(-1);
  return [
    { what: 'shell', state: 'note', detail: `${note.what} at ${note.at}${last ? `. Its last message: ${last}` : ''}` },
  ];
}
