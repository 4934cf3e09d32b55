/**
 * The configuration that a running host works with. A live setting is replaced in it after the file was written; the
 * audit log follows, then every window gets the change. Modules read a live setting when they use it and keep no copy.
 */
import { isDeepStrictEqual } from 'node:util';
import { toFailure, type Failure, type TillView } from '../../contract/index.ts';
import {
  defaultReceiptSettings,
  passedOn,
  peopleOf,
  type HostConfig,
  type ReceiptSettings,
  type SettingsFileContent,
} from '../../config/index.ts';
import { receiptWaysOf } from '../receipts/index.ts';
import type { SettingsNotice } from './notice.ts';

export interface SettingsInForceOptions {
  readonly config: HostConfig;
  readonly notice: Pick<SettingsNotice, 'about' | 'write'>;
  /** Changed settings could not be written into the audit log. */
  readonly onUnwritten: (failure: Failure) => void;
}

export class SettingsInForce {
  readonly #options: SettingsInForceOptions;
  #config: HostConfig;
  #onChange: (till: TillView) => void = () => undefined;

  constructor(options: SettingsInForceOptions) {
    this.#options = options;
    this.#config = options.config;
    this.#note();
  }

  get config(): HostConfig {
    return this.#config;
  }

  get receipts(): ReceiptSettings {
    return this.#config.receipts ?? defaultReceiptSettings;
  }

  /** Calls `listener` with the till after each change. */
  watch(listener: (till: TillView) => void): void {
    this.#onChange = listener;
  }

  /**
   * Applies a content that differs from that at the start in live settings only.
   * @returns true if a setting changed
   */
  use(content: SettingsFileContent): boolean {
    const { signIn: _signIn, receipts: _receipts, ...others } = this.#config;
    const till = { ...content.till, ...(others.till.tabs === undefined ? {} : { tabs: others.till.tabs }) };
    const next: HostConfig = { ...others, till, ...passedOn(content) };
    if (isDeepStrictEqual(next, this.#config)) return false;
    this.#options.notice.about(next);
    this.#note();
    this.#config = next;
    this.#onChange(this.till());
    return true;
  }

  /** View of the till for its windows. */
  till(): TillView {
    const { mode, isKiosk, version, signIn, till, platform } = this.#config;
    const people = peopleOf(this.#config);
    return {
      mode,
      isKiosk,
      version,
      hasManagers: people.some(({ pin }) => pin !== undefined),
      people: people.map(({ name, roles }) => ({ name, roles })),
      // Customers never sign in at a kiosk.
      signIn: signIn?.isOn && !isKiosk ? { afterMs: signIn.signedOutAfterMinutes * 60_000 } : null,
      ...till,
      receipts: receiptWaysOf(this.receipts, platform !== null),
    };
  }

  /** A failed write must not stop the till. The next write to the audit log writes this entry first. */
  #note(): void {
    try {
      this.#options.notice.write();
    } catch (error) {
      this.#options.onUnwritten(toFailure(error));
    }
  }
}
