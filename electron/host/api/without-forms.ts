/**
 * For processes that only run the host. The contract library tests every message for being a form, and merely
 * mentioning FormData makes Node load its fetch: 26 ms on the first press, and memory until the host exits. The
 * contract has no forms.
 */
export function withoutForms(): void {
  const none = (): never => {
    throw new TypeError('the host has no forms');
  };
  // This constructor always throws, so `instanceof` is always false. Assigned rather than defined: defining the
  // property would load Node's own first.
  Object.assign(globalThis, { FormData: Object.assign(none, { prototype: {} }) });
}
