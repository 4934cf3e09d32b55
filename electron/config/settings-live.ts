/** Separates settings that apply at once from settings that need a restart of the host. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { HeldSetting } from './host-config-schema.ts';
import { checkSettings } from './settings-faults.ts';
import { settingFields, valueAt, withValue, type JsonObject } from './settings-fields.ts';
import { withHeld } from './settings-layers.ts';
import type { SettingsFileContent } from './settings-schema.ts';

/** The at-start settings of a file or of settings that were read. A written default counts as not written. */
function atStartOf(settings: object): JsonObject {
  return settingFields()
    .filter(({ isWhole }) => !isWhole)
    .reduce((all, { key, applies, default: own }) => {
      const isKept = applies === 'at-start' && !isDeepStrictEqual(valueAt(all, key), own);
      return isKept ? all : withValue(all, key, undefined);
    }, settings as JsonObject);
}

/** True if a host that started with `begunWith` has to restart for `now`. */
export const needsStart = (begunWith: object, now: object): boolean =>
  !isDeepStrictEqual(atStartOf(begunWith), atStartOf(now));

/**
 * Content with the live settings of the file as it is now and all other settings of the start, or null if it is not
 * valid.
 */
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
