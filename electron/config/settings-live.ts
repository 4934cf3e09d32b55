/** Which settings are in force at once, and which wait for a new start of the host. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { HeldSetting } from './host-config-schema.ts';
import { checkSettings } from './settings-faults.ts';
import { settingFields, valueAt, withValue, type JsonObject } from './settings-fields.ts';
import { withHeld } from './settings-layers.ts';
import type { SettingsFileContent } from './settings-schema.ts';

/** Without what is live, of a file or as settings were read. A default is the same as nothing written. */
function atStartOf(settings: object): JsonObject {
  return settingFields()
    .filter(({ isWhole }) => !isWhole)
    .reduce((all, { key, applies, default: own }) => {
      const isKept = applies === 'at-start' && !isDeepStrictEqual(valueAt(all, key), own);
      return isKept ? all : withValue(all, key, undefined);
    }, settings as JsonObject);
}

/** Whether a host that began with the first has to start again for the second. */
export const needsStart = (begunWith: object, now: object): boolean =>
  !isDeepStrictEqual(atStartOf(begunWith), atStartOf(now));

/** Content of the file as it is now, where that is live, and as it was in all else; null: it is not valid. */
export function liveContent(
  begunWith: JsonObject,
  now: JsonObject,
  held: readonly HeldSetting[],
): SettingsFileContent | null {
  const mixed = settingFields()
    .filter(({ isWhole, applies }) => !isWhole && applies === 'at-start')
    .reduce((all, { key }) => withValue(all, key, valueAt(begunWith, key)), now);
  const checked = checkSettings(withHeld(mixed, held));
  return checked.success ? checked.data : null;
}
