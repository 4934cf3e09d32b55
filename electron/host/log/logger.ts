/**
 * Loggers, and the hub that they write to. There is no global state: the composition creates one hub, passes it to the
 * parts, and installs the sinks once the data folder has been determined. Earlier lines wait in a buffer.
 *
 *   createLogger('platform', hub) ──► hub ──► redaction ──► memory ring
 *                                                      └──► installed sinks (rotating file, standard error)
 */
import { visibleJson, type Clock } from '../../domain/index.ts';
import { createRedactor, type RedactorOptions } from './redact.ts';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Ids, counts and failures of a line. The hub redacts them, so a mistake here does not reach the disk. */
type LogContext = Readonly<Record<string, unknown>>;

/** Line before redaction. */
export interface LogEntry {
  level: LogLevel;
  topic: string;
  message: string;
  context?: LogContext;
}

/** Destination of loggers. */
export interface LogTarget {
  write(entry: LogEntry): void;
}

/** Destination of redacted lines. `line` is one JSON object without a line break. Must not throw. */
export interface LogSink {
  write(line: string, level: LogLevel): void;
  close?(): void;
}

export interface Logger {
  debug(message: string, context?: LogContext): void;
  info(message: string, context?: LogContext): void;
  warn(message: string, context?: LogContext): void;
  error(message: string, context?: LogContext): void;
}

/** Creates a logger for one topic, which is the name of the folder that logs. */
export function createLogger(topic: string, target: LogTarget): Logger {
  const write = (level: LogLevel, message: string, context?: LogContext): void =>
    target.write(context === undefined ? { level, topic, message } : { level, topic, message, context });
  return {
    debug: (message, context) => write('debug', message, context),
    info: (message, context) => write('info', message, context),
    warn: (message, context) => write('warn', message, context),
    error: (message, context) => write('error', message, context),
  };
}

/** Logger that discards every line, for parts used on their own. */
export const silentLogger: Logger = createLogger('silent', { write: () => undefined });

export interface LogHubOptions extends RedactorOptions {
  clock: Pick<Clock, 'now'>;
  /** Lines kept in memory for the support bundle. Default 1000. */
  ringSize?: number;
  /** Lines below this level are dropped. Default `debug`. */
  level?: LogLevel;
}

export interface LogHub extends LogTarget {
  /** Adds a sink and passes it the waiting lines. Returns a function that removes and closes the sink. */
  install(sink: LogSink): () => void;
  /** Most recent lines, oldest first. */
  recent(count?: number): string[];
  /** Removes this secret from all later lines. */
  protect(secret: string): void;
  /** Closes all sinks. Later lines go to the memory ring only. */
  close(): void;
}

const order: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };
const MAX_LINE = 16_384;

export function createLogHub(options: LogHubOptions): LogHub {
  const redactor = createRedactor(options);
  const ringSize = options.ringSize ?? 1000;
  const threshold = order[options.level ?? 'debug'];
  const sinks = new Set<LogSink>();
  const ring: { line: string; level: LogLevel }[] = [];
  let hasHadSink = false;

  return {
    write(entry) {
      if (order[entry.level] < threshold) return;
      const line = formatLine(entry, options.clock.now(), redactor);
      ring.push({ line, level: entry.level });
      if (ring.length > ringSize) ring.splice(0, ring.length - ringSize);
      for (const sink of sinks) sink.write(line, entry.level);
    },
    install(sink) {
      // The ring is also the start-up buffer: bounded and already redacted.
      if (!hasHadSink) for (const { line, level } of ring) sink.write(line, level);
      hasHadSink = true;
      sinks.add(sink);
      return () => {
        if (sinks.delete(sink)) sink.close?.();
      };
    },
    recent: (count = ringSize) => ring.slice(-count).map(({ line }) => line),
    protect: (secret) => redactor.protect(secret),
    close() {
      for (const sink of sinks) sink.close?.();
      sinks.clear();
    },
  };
}

function formatLine(entry: LogEntry, nowMs: number, redactor: ReturnType<typeof createRedactor>): string {
  const head = {
    at: new Date(nowMs).toISOString(),
    level: entry.level,
    topic: entry.topic,
    message: redactor.text(entry.message),
  };
  let context: unknown;
  try {
    context = entry.context === undefined ? undefined : redactor.value(entry.context);
  } catch (error) {
    // A throwing getter must not break a payment.
    context = { unreadable: error instanceof Error ? error.name : 'context' };
  }
  const line = visibleJson(context === undefined ? head : { ...head, context });
  if (line.length <= MAX_LINE) return line;
  return visibleJson({ ...head, message: head.message.slice(0, 2000), context: { tooLong: line.length } });
}
