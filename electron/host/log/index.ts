/** Entry point of the log. */
export * from './cards.ts';
export { createFileSink, type FileSink, type FileSinkOptions } from './file-sink.ts';
export * from './logger.ts';
export { createRedactor, type Redactor, type RedactorOptions } from './redact.ts';
