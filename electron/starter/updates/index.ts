/** Entry point of updates: the signed feed, the folder of verified packages, and the installation. */
export { packageKey, readFeed, signFeed, type Feed, type Release } from './feed.ts';
export { installedAs, installerCommand, ownVersion, type InstalledBy } from './installed.ts';
export { UpdateKeeper } from './keeper.ts';
export { programLocationOf, ownUpdates, type ProgramLocation } from './own.ts';
export { Updates, type Applied, type UpdatesOptions } from './updates.ts';
