/** What payments and payment links share: how something that is folded from journaled events is run. */
export { EventRunner, fold, type Live, type Machine, type MachineStep } from './runner.ts';
