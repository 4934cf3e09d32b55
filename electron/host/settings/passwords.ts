/**
 * The platform's password in a running till. The starter stores it, a change takes effect at once, and it is never
 * logged or returned.
 */
import { TillError, type ForgottenSecrets, type KeptSecret, type SecretsView } from '../../contract/index.ts';
import {
  accountIn,
  type Passwords,
  type PlatformSettings,
  type SecretAccount,
  type SecretKeeper,
  type SettingsFile,
} from '../../config/index.ts';

export interface PasswordServiceOptions {
  readonly keeper: SecretKeeper | undefined;
  /** Platform in use, or null in training. */
  readonly platform: PlatformSettings | null;
  /** Written settings, whose account may differ from that of the platform in use. */
  readonly file: SettingsFile;
  /** Called after a change of the passwords, which may allow settings that were refused without a password. */
  readonly changed: () => void;
  /** Uses these passwords from the next request on. */
  readonly use: (passwords: Passwords) => void;
}

export class PasswordService {
  readonly #options: PasswordServiceOptions;
  readonly #begunWith: SecretAccount | null;

  constructor(options: PasswordServiceOptions) {
    this.#options = options;
    this.#begunWith = this.#written();
  }

  where(): Promise<SecretsView> {
    return this.#keeper.view(this.#account());
  }

  /** @throws TillError JRNL_UNWRITABLE when no place takes it */
  async set(password: string, account: SecretAccount | null = this.#account()): Promise<KeptSecret> {
    const kept = await this.#keeper.keep(password, account);
    await this.#useWhatIsKept();
    return kept;
  }

  /** @throws TillError CFG_INVALID when a place cannot delete it */
  async forget(which: ForgottenSecrets): Promise<SecretsView> {
    await this.#keeper.forget(which);
    await this.#useWhatIsKept();
    return this.where();
  }

  /** Password to try an account before it is in use, or null if no password is stored for the account. */
  async of(account: SecretAccount): Promise<string | null> {
    return (await this.#options.keeper?.passwords(account))?.password ?? null;
  }

  async #useWhatIsKept(): Promise<void> {
    const { platform, use, changed } = this.#options;
    if (platform) use(await this.#keeper.passwords(platform));
    changed();
  }

  /**
   * The written account if it changed since the start, because it needs a password; otherwise the account in use, which
   * a flag may decide.
   */
  #account(): SecretAccount | null {
    const { platform } = this.#options;
    const written = this.#written();
    const isOther = written?.url !== this.#begunWith?.url || written?.username !== this.#begunWith?.username;
    return isOther ? (written ?? platform) : (platform ?? written);
  }

  /** Account in the settings file, or null. Null for an unreadable file too: a password can be stored even then. */
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
