/**
 * The terminal's end of the cable: applies the stack of behaviours in both directions, delays messages, and notifies
 * listeners of sent bytes.
 */
import type { Timers } from '../../../time/timers.ts';
import type { OutgoingMessage, TerminalBehaviour } from './behaviour.ts';

export interface DeviceWireOptions<Behaviour, Controls> {
  timers: Timers;
  controls: Controls;
  behaviours: readonly Behaviour[];
}

export abstract class DeviceWire<
  Request,
  Outgoing extends OutgoingMessage,
  Controls,
  Behaviour extends Pick<TerminalBehaviour<Request, Outgoing, never, unknown, Controls>, 'onRequest' | 'onSend'>,
> {
  /** Stack of behaviours, oldest first. */
  behaviours: readonly Behaviour[];
  /** False while the terminal is down: received bytes are ignored and no bytes are sent. */
  isOn = true;
  readonly #timers: Timers;
  readonly #controls: Controls;
  readonly #listeners = new Set<(bytes: Uint8Array) => void>();

  constructor(options: DeviceWireOptions<Behaviour, Controls>) {
    this.#timers = options.timers;
    this.#controls = options.controls;
    this.behaviours = options.behaviours;
  }

  /** Receives bytes from the host, split at any point. */
  abstract receive(bytes: Uint8Array): void;
  abstract dropPartialFrame(): void;
  /** Bytes of a message, one array for each write. */
  protected abstract frames(going: Outgoing): readonly Uint8Array[];

  onSend(listener: (bytes: Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  addBehaviour(behaviour: Behaviour): () => void {
    this.behaviours = [...this.behaviours, behaviour];
    return () => {
      this.behaviours = this.behaviours.filter((one) => one !== behaviour);
    };
  }

  close(): void {
    this.isOn = false;
    this.#listeners.clear();
  }

  /** First verdict of the stack on a request, before the terminal sees it. */
  protected verdictOn(request: Request): 'swallow' | number | undefined {
    for (const behaviour of this.behaviours) {
      const verdict = behaviour.onRequest?.(request, this.#controls);
      if (verdict !== undefined) return verdict;
    }
    return undefined;
  }

  protected send(outgoing: Outgoing): void {
    let messages: readonly Outgoing[] = [outgoing];
    for (const behaviour of this.behaviours) {
      if (behaviour.onSend) messages = messages.flatMap((one) => behaviour.onSend?.(one, this.#controls) ?? [one]);
    }
    for (const going of messages) {
      if (going.heldUntil) void going.heldUntil.then(() => this.put(going));
      else if (going.delayMs > 0) this.#timers.after(going.delayMs, () => this.put(going));
      else this.put(going);
    }
  }

  protected put(going: Outgoing): void {
    if (!this.isOn) return;
    for (const bytes of this.frames(going)) this.emit(bytes);
    going.whenSent?.();
  }

  protected emit(bytes: Uint8Array): void {
    for (const listener of this.#listeners) listener(bytes);
  }
}
