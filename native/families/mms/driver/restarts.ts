/**
 * Detects a restart by the terminal's own flag (property 1.2.7.1.1.2, reference section 7): 00 since a restart, 01 once
 * the host has set it. The restart notification alone is not enough: it may arrive long after the restart, when the
 * terminal already works on the next request.
 */
import { getProperty, setProperty } from '../codec/commands.ts';
import { isSuccess, type MmsResponse } from '../codec/message.ts';
import { properties, readProperty } from '../codec/properties.ts';
import type { MmsSession } from './wire.ts';

const SET = 0x01;

export class RestartFlag {
  readonly #session: MmsSession;
  readonly #timeoutMs: number;
  #isSet = false;

  constructor(session: MmsSession, timeoutMs: number) {
    this.#session = session;
    this.#timeoutMs = timeoutMs;
  }

  /** Makes hasFallen() report every restart from now on. Rejects with TERM_SILENT, LINK_LOST or LINK_CLOSED. */
  async raise(): Promise<void> {
    this.#isSet = false;
    const value = await this.#read();
    if (value === undefined) return;
    // The setting is written only after a restart, because settings are in flash memory, which wears out.
    this.#isSet = value === SET || isSuccess((await this.#ask(setFlag)).status);
  }

  /**
   * True if the terminal has restarted since raise(), or undefined if the terminal does not support the flag. Rejects
   * like raise().
   */
  async hasRestarted(): Promise<boolean | undefined> {
    if (!this.#isSet) return undefined;
    const value = await this.#read();
    return value === undefined ? undefined : value !== SET;
  }

  async #read(): Promise<number | undefined> {
    const reply = await this.#ask((reference) => getProperty(reference, properties.rebooted));
    if (!isSuccess(reply.status)) return undefined;
    const answer = readProperty(reply.tlvs);
    return answer?.name === properties.rebooted.name ? answer.value[0] : undefined;
  }

  #ask(build: (reference: number) => Uint8Array): Promise<MmsResponse> {
    return this.#session.request(build, { timeoutMs: this.#timeoutMs, isRepeatable: true });
  }
}

const setFlag = (reference: number): Uint8Array =>
  setProperty(reference, { ...properties.rebooted, value: Uint8Array.of(SET) });
