/** The platform's password of a till that runs: kept by its starter, in force at once. Never logged, never given out. */
import { TillError, type ForgottenSecrets, type KeptSecret, type SecretsView } from '../../contract/index.ts';
import {
  accountIn,
  type Passwords,
  type PlatformSettings,
  type SecretAccount,
  type SecretKeeper,
  type SettingsFile,
} from '../../starter/index.ts';

export interface PasswordDeskOptions {
  readonly keeper: SecretKeeper | undefined;
  /** Of this life of the host; null in training. */
  readonly platform: PlatformSettings | null;
  /** What the settings name, where no platform is in force. */
  readonly file: SettingsFile;
  /** Sends these from the next request on. */
  readonly use: (passwords: Passwords) => void;
}

export class PasswordDesk {
  readonly #options: PasswordDeskOptions;

  constructor(options: PasswordDeskOptions) {
    this.#options = options;
  }

  where(): Promise<SecretsView> {
    return this.#keeper.view(this.#account());
  }

  /** @throws TillError JRNL_UNWRITABLE: nothing takes it */
  async set(password: string, account: SecretAccount | null = this.#account()): Promise<KeptSecret> {
    const kept = await this.#keeper.keep(password, account);
    await this.#useWhatIsKept();
    return kept;
  }

  /** @throws TillError CFG_INVALID: a place does not let go of it */
  async forget(which: ForgottenSecrets): Promise<SecretsView> {
    await this.#keeper.forget(which);
    await this.#useWhatIsKept();
    return this.where();
  }

  /** To ask the platform before an account is in force; null: none is kept for it. */
  async of(account: SecretAccount): Promise<string | null> {
    return (await this.#options.keeper?.passwords(account))?.password ?? null;
  }

  async #useWhatIsKept(): Promise<void> {
    const { platform, use } = this.#options;
    if (platform) use(await this.#keeper.passwords(platform));
  }

  #account(): SecretAccount | null {
    if (this.#options.platform) return this.#options.platform;
    return accountIn(this.#options.file);
  }

  get #keeper(): SecretKeeper {
    const { keeper } = this.#options;
    if (keeper) return keeper;
    throw new TillError('CFG_INVALID', 'This till was started without a place for passwords.');
  }
}
