/**
 * Entry point of the simulator, for tests and for programs that run a terminal in their own process. main.ts runs it as
 * a separate process.
 */
export { startSimulator, type AnySimulatorOptions, type RunningSimulator, type SimulatorOptions } from './start.ts';
export { readFlags, usage } from './options.ts';
export { startAutopilot, autopilotPlans, type AutopilotPlan } from './autopilot.ts';
export * from '../families/simulators.ts';
export { injectKsn } from '../families/shared/simulator/card/key-injection.ts';
export { testDeck, type TestCard } from '../families/shared/simulator/card/test-cards.ts';
export { gestures, type Gesture, type SimulatedTerminal } from '../families/shared/simulator/simulated-terminal.ts';
