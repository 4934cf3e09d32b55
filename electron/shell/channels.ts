/** Channels between main and preload, `noun/verb`. All other communication uses the message port. */
export const CHANNEL = {
  /** Preload to main, no content: the page listens and can receive a port. */
  pageReady: 'page/ready',
  /** Main to preload, with one port: the connection to the host. */
  hostPort: 'host/port',
  /** Main to preload, with a failure code: the reason why there is no host. */
  hostStopped: 'host/stopped',
} as const;

/** Message from the preload to the page, with the port attached (renderer/store/bridge.ts listens). */
export const PORT_MESSAGE = 'tillbridge:port';

/** Message from the preload to the page, followed by the failure code. */
export const STOPPED_MESSAGE = 'tillbridge:stopped:';
