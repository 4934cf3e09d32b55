import type { HostRouter } from './router.ts';

/** What a connection may do. A display only looks: there is nothing on its connection that could start or cancel anything. */
export type Access = 'till' | 'display';

/** Where a local connection asks for a display's access; every other path is the till's. */
export const DISPLAY_PATH = '/display';

/** The procedures of a connection. What is not in here is not found. */
export function routerFor(router: HostRouter, access: Access): HostRouter | Pick<HostRouter, 'snapshot' | 'events'> {
  return access === 'till' ? router : { snapshot: router.snapshot, events: router.events };
}
