/** Opens the till of a data folder for a shell or a command: the secrets first, then the settings. */
import {
  moveOutOfSettings,
  openSecrets,
  type OpenSecretsOptions,
  type Secrets,
  restoreSettings,
  readSettings,
  type Settings,
  type SettingsSource,
} from '../config/index.ts';

export interface OpenTillOptions extends OpenSecretsOptions, Pick<SettingsSource, 'flags'> {
  /** Called with a message if the settings contained a password. */
  readonly say: (line: string) => void;
  /** A kiosk restores the previous version of damaged settings by itself. */
  readonly isKiosk?: boolean;
}

/** `settings` reads the current settings. A password in them has been moved into the store of secrets before. */
export function openTill(options: OpenTillOptions): { secrets: Secrets; settings: () => Promise<Settings> } {
  const secrets = openSecrets(options);
  const settings = async (): Promise<Settings> => {
    const mended = options.isKiosk ? restoreSettings(options.dataDir) : null;
    if (mended !== null) options.say(mended);
    const moved = await moveOutOfSettings(options.dataDir, secrets, options.env);
    if (moved !== null) options.say(moved);
    return readSettings({ ...options, secrets });
  };
  return { secrets, settings };
}
