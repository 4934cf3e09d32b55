/**
 * Maximum length of text typed in the setup, mirrored from the contract, in characters. The host checks shorter limits
 * and explains them.
 */
export const MAX_TYPED = 20_000;
/** Maximum length of a PIN, mirrored from the contract, in characters. */
export const MAX_PIN = 32;
/** Recommended PIN length in digits; the host accepts four. */
export const USUAL_PIN = 6;
export const MIN_PIN = 4;
