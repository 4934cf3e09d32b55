/** Entry point of roles, sign-ins and the audit of acts. */
export * from './roles.ts';
export { recordAct } from './record-act.ts';
export { LockOut } from './lockout.ts';
export { SignIns, type HostContext, type Load } from './sign-ins.ts';
export { hashPin, hashPinOnWorker, pinFault } from './pin.ts';
