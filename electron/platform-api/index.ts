/**
 * Entry point of platform-api: the platform specification as code. Types, known values, the table of operations, limits
 * and header names come from openapi.yaml; this file only fills in paths. Validators of request bodies are in
 * `#platform-validators`.
 */
import { operations, versions } from './generated/operations.ts';
import type { OperationId } from './generated/operations.ts';

export * from './generated/calls.ts';
export * from './generated/enums.ts';
export * from './generated/operations.ts';
export type * from './generated/types.ts';

/** Names of the path parameters of an operation, e.g. `device_id`. */
export type PathParameter<Operation extends OperationId> = (typeof operations)[Operation]['pathParameters'][number];

/**
 * The path of an operation with its parameters filled in and escaped:
 * `pathOf('fetchDevice', { device_id: 'DV1' })` gives `/devices/DV1`.
 */
export function pathOf<Operation extends OperationId>(
  operation: Operation,
  parameters: Readonly<Record<PathParameter<Operation>, string>>,
): string {
  const values: Readonly<Record<string, string>> = parameters;
  return operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}

/**
 * True if a Service-Version value asks for cursor pagination. Any other value, or a missing value, means offset
 * pagination.
 */
export function usesCursorPagination(serviceVersion: string | null | undefined): boolean {
  return serviceVersion === versions.cursorPagination;
}
