/** The channels between main and preload, `noun/verb`. Everything else goes through the message port. */
export const CHANNEL = {
  /** Preload to main, no content: the page listens, a port may come. */
  pageReady: 'page/ready',
  /** Main to preload, with one port: the connection to the host. */
  hostPort: 'host/port',
  /** Main to preload, with a failure code: why there is no host. */
  hostStopped: 'host/stopped',
} as const;

/** What the preload posts into the page, with the port beside it (renderer/store/bridge.ts listens). */
export const PORT_MESSAGE = 'tillbridge:port';

/** What the preload posts into the page, with the failure code behind it. */
export const STOPPED_MESSAGE = 'tillbridge:stopped:';
