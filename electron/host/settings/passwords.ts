/** The platform's password of a till that runs: kept by its starter, in force at once. Never logged, never given out. */
import { TillError, type ForgottenSecrets, type KeptSecret, type SecretsView } from '../../contract/index.ts';
import {
  accountIn,
  type Passwords,
  type PlatformSettings,
  type SecretAccount,
  type SecretKeeper,
  type SettingsFile,
} from '../../config/index.ts';

export interface PasswordDeskOptions {
  readonly keeper: SecretKeeper | undefined;
  /** Platform in force; null in training. */
  readonly platform: PlatformSettings | null;
  /** The settings as they are written, which may name another account than the platform in force. */
  readonly file: SettingsFile;
  /** Called when the passwords changed: settings that were refused for want of one may be in force now. */
  readonly changed: () => void;
  /** Sends these from the next request on. */
  readonly use: (passwords: Passwords) => void;
}

export class PasswordDesk {
  readonly #options: PasswordDeskOptions;
  readonly #begunWith: SecretAccount | null;

  constructor(options: PasswordDeskOptions) {
    this.#options = options;
    this.#begunWith = this.#written();
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
    const { platform, use, changed } = this.#options;
    if (platform) use(await this.#keeper.passwords(platform));
    changed();
  }

  /** An account that was written since the start waits for its password; a flag may stand over what is written. */
  #account(): SecretAccount | null {
    const { platform } = this.#options;
    const written = this.#written();
    const isOther = written?.url !== this.#begunWith?.url || written?.username !== this.#begunWith?.username;
    return isOther ? (written ?? platform) : (platform ?? written);
  }

  /** Null also where the file cannot be read: a password may be kept all the same. */
  #written(): SecretAccount | null {
    try {
      return accountIn(this.#options.file);
    } catch (error) {
      if (error instanceof TillError) return null;
      throw error;
    }
  }

  get #keeper(): SecretKeeper {
    const { keeper } = this.#options;
    if (keeper) return keeper;
    throw new TillError('CFG_INVALID', 'This till was started without a place for passwords.');
  }
}
