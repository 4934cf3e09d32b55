import type { Page } from '@playwright/test';

/** Opens the connection like the till's own page, with all keys of its storage. */
export const connectAsPage = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const keys = Object.keys(localStorage).filter((name) => name.startsWith('tillbridge.key.'));
        const protocols = keys.map((name) => `tillbridge.key.${localStorage.getItem(name)}`);
        const socket = new WebSocket(`ws://${location.host}/contract`, ['tillbridge', ...protocols]);
        socket.addEventListener('open', () => resolve(`open as ${socket.protocol}`));
        socket.addEventListener('close', () => resolve('refused'));
      }),
  );
