/** The door of the simulator, for tests and for whoever runs a terminal in-process. As a process of its own: main.ts. */
export { startSimulator, type RunningSimulator, type SimulatorOptions } from './start.ts';
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
