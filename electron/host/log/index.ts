export { FileSink } from './file-sink.ts';
export * from './logger.ts';
export { createRedactor } from './redact.ts';
