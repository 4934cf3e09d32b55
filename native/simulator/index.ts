/** The door of the simulator, for tests and for whoever runs a terminal in-process. As a process of its own: main.ts. */
export {
  startSimulator,
  type AnySimulatorOptions,
  type Neo2SimulatorOptions,
  type RunningSimulator,
  type SimulatorOptions,
} from './start.ts';
export { readFlags, usage, type SimulatorFlags } from './options.ts';
export { createMmsTerminal, type MmsTerminal, type MmsTerminalOptions } from '../families/mms/simulator/mms-terminal.ts';
export { mmsModels, type MmsModelName } from '../families/mms/simulator/models.ts';
export { startAutopilot, autopilotPlans, type AutopilotName, type AutopilotPlan } from './autopilot.ts';
export { injectKsn } from '../families/shared/simulator/card/key-injection.ts';
export { describeCard, testDeck, type CardFace, type TestCard } from '../families/shared/simulator/card/test-cards.ts';
export { gestures, type Gesture, type SimulatedTerminal, type TerminalFace } from '../families/shared/simulator/simulated-terminal.ts';
export { systemClock, type Clock } from '../time/clock.ts';
export type { Behaviour, Outgoing, TerminalControls, TransactionStep } from '../families/mms/simulator/behaviour.ts';
export * as mmsFaults from '../families/mms/simulator/faults.ts';
export { refusal as mmsRefusal } from '../families/mms/simulator/status-codes.ts';
export { createNeo2Terminal, type Neo2Terminal, type Neo2TerminalOptions } from '../families/neo2/simulator/neo2-terminal.ts';
export { neo2SimulatorModels, type Neo2ModelName } from '../families/neo2/simulator/models.ts';
export type { Neo2Behaviour, Neo2Controls, Neo2Outgoing, Neo2Step } from '../families/neo2/simulator/behaviour.ts';
export * as neo2Faults from '../families/neo2/simulator/faults.ts';
