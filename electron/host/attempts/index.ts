/** Entry point of what payments and payment links share: the runner of states that are folded from journaled events. */
export { EventRunner, fold, type Live, type Machine, type MachineStep } from './runner.ts';
