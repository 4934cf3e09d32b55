/** What carries a simulated terminal's bytes: a listening TCP port or a serial device. */
export interface Carrier {
  /** The address as a till takes it: `tcp:127.0.0.1:9001`, `serial:/dev/ttyUSB0`. */
  readonly address: string;
  readonly isPluggedIn: boolean;
  /**
   * Pulls the cable or puts it back. Resolves when done; putting back rejects with a TillError when it cannot be done
   * now (the port was taken meanwhile), and is then tried again by itself.
   */
  setPluggedIn(isPluggedIn: boolean): Promise<void>;
  /** After every change of isPluggedIn. */
  onChange(listener: () => void): () => void;
  /** Idempotent; everything is released when it resolves. */
  close(): Promise<void>;
}
