/** The till of a data folder as a shell or a command starts it: its secrets first, then its settings. */
import { moveOutOfSettings, openSecrets, type OpenSecretsOptions, type Secrets } from './secrets/index.ts';
import { readSettings, type Settings, type SettingsSource } from './settings.ts';

export interface OpenTillOptions extends OpenSecretsOptions, Pick<SettingsSource, 'flags'> {
  /** Told that a password stood in the settings. */
  readonly say: (line: string) => void;
}

/** `settings` reads them as they are then; a password that stands in them has been moved into the secrets before. */
export function openTill(options: OpenTillOptions): { secrets: Secrets; settings: () => Promise<Settings> } {
  const secrets = openSecrets(options);
  const settings = async (): Promise<Settings> => {
    const moved = await moveOutOfSettings(options.dataDir, secrets, options.env);
    if (moved !== null) options.say(moved);
    return readSettings({ ...options, secrets });
  };
  return { secrets, settings };
}
