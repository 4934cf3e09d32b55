/** The door of the simulator, for tests and for whoever runs a terminal in-process. As a process of its own: main.ts. */
export {
  startSimulator,
  type AnySimulatorOptions,
  type Neo2SimulatorOptions,
  type RunningSimulator,
  type SimulatorOptions,
} from './start.ts';
export { readFlags, usage, type SimulatorFlags } from './options.ts';
export { createMmsTerminal, type MmsTerminal, type MmsTerminalOptions } from './mms/mms-terminal.ts';
export { mmsModels, type MmsModelName } from './mms/models.ts';
export { startAutopilot, autopilotPlans, type AutopilotName, type AutopilotPlan } from './autopilot.ts';
export { injectKsn } from './card/key-injection.ts';
export { describeCard, testDeck, type CardFace, type TestCard } from './card/test-cards.ts';
export { gestures, type Gesture, type SimulatedTerminal, type TerminalFace } from './terminal.ts';
export { systemClock, type SimulatorClock } from './clock.ts';
export type { Behaviour, Outgoing, TerminalControls, TransactionStep } from './mms/behaviour.ts';
export * as mmsFaults from './mms/faults.ts';
export { refusal as mmsRefusal } from './mms/status-codes.ts';
export { createNeo2Terminal, type Neo2Terminal, type Neo2TerminalOptions } from './neo2/neo2-terminal.ts';
export { neo2SimulatorModels, type Neo2ModelName } from './neo2/models.ts';
export type { Neo2Behaviour, Neo2Controls, Neo2Outgoing, Neo2Step } from './neo2/behaviour.ts';
export * as neo2Faults from './neo2/faults.ts';
