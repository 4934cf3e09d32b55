/** As the contract bounds what is typed in the setup, in characters: whatever is longer is checked by the host, in words. */
export const MAX_TYPED = 20_000;
/** As the contract bounds a PIN. */
export const MAX_PIN = 32;
/** What a PIN should have; the host takes four. */
export const USUAL_PIN = 6;
export const LEAST_PIN = 4;
