/**
 * For a process that is the host and nothing else. The contract's library asks of every message whether it is a form, and that word
 * alone makes Node load its fetch: 26 ms of the first press, and memory for as long as the host lives. The contract has no forms.
 */
export function withoutForms(): void {
  const none = (): never => {
    throw new TypeError('the host has no forms');
  };
  // Nothing is an instance of what cannot be made. Set, not defined: a definition would have Node load its own first.
  Object.assign(globalThis, { FormData: Object.assign(none, { prototype: {} }) });
}
