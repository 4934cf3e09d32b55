/** The till of a data folder as a shell or a command starts it: its secrets first, then its settings. */
import {
  moveOutOfSettings,
  openSecrets,
  type OpenSecretsOptions,
  type Secrets,
  mendSettings,
  readSettings,
  type Settings,
  type SettingsSource,
} from '../config/index.ts';

export interface OpenTillOptions extends OpenSecretsOptions, Pick<SettingsSource, 'flags'> {
  /** Told that a password stood in the settings. */
  readonly say: (line: string) => void;
  /** A kiosk takes the version before of damaged settings by itself. */
  readonly isKiosk?: boolean;
}

/** `settings` reads them as they are then; a password that stands in them has been moved into the secrets before. */
export function openTill(options: OpenTillOptions): { secrets: Secrets; settings: () => Promise<Settings> } {
  const secrets = openSecrets(options);
  const settings = async (): Promise<Settings> => {
    const mended = options.isKiosk ? mendSettings(options.dataDir) : null;
    if (mended !== null) options.say(mended);
    const moved = await moveOutOfSettings(options.dataDir, secrets, options.env);
    if (moved !== null) options.say(moved);
    return readSettings({ ...options, secrets });
  };
  return { secrets, settings };
}
