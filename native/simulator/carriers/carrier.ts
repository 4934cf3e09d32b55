/** Carries the bytes of a simulated terminal: a listening TCP port or a serial device. */
export interface Carrier {
  /** Address in the form that a till uses: `tcp:127.0.0.1:9001`, `serial:/dev/ttyUSB0`. */
  readonly address: string;
  readonly isPluggedIn: boolean;
  /**
   * Unplugs or plugs in the cable. Resolves when done. Plugging in rejects with a TillError when it is impossible now
   * (another program has taken the port), and is then retried automatically.
   */
  setPluggedIn(isPluggedIn: boolean): Promise<void>;
  onChange(listener: () => void): () => void;
  /** Idempotent. Everything is released when the promise resolves. */
  close(): Promise<void>;
}
