/** What a driver implements, as the rest of Tillbridge sees it. */
// oxlint-disable-next-line tillbridge/rooms -- the interface every driver implements stands at the room's door; types only
export type * from '../terminal.ts';
