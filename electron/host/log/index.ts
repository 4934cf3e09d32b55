/** Entry point of the log. */
export * from './cards.ts';
export { FileSink } from './file-sink.ts';
export * from './logger.ts';
export { createRedactor } from './redact.ts';
