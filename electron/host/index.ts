/** Entry point of the host in-process, for the command line and tests. The process entry point is main.ts. */
export { composeHost, type EnginePorts, type Host, type HostClient, type HostParts } from './compose/index.ts';
export { hashPin, recordAct } from './roles/index.ts';
export { auditExport } from './history/index.ts';
export { anchorText, olderJournalOf, openJournal, parseAnchor, readAnchor, SCHEMA_VERSION } from './journal/index.ts';
export { proxyHost, readAuthorities, type Authority, type Operations } from './platform/index.ts';
export { parsePrinter, receiptText, terminalAddressOf } from './receipts/index.ts';
export type { HostConfig } from '../config/index.ts';
export { portRulesOf } from './compose/terminals.ts';
export { checksOf } from './compose/checks.ts';
export { notAskedWords, tryPassword, type Checks, type PasswordTrial } from './checks/index.ts';
