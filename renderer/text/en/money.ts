/** Currency names for amounts read aloud: one and many, of the unit and of its hundredth. */
export interface SpokenCurrency {
  one: string;
  many: string;
  minorOne: string;
  minorMany: string;
}

const cents = { minorOne: 'cent', minorMany: 'cents' };
const dollars: SpokenCurrency = { one: 'dollar', many: 'dollars', ...cents };

/** Currencies not named here are read as Intl names them ("42.60 Swedish kronor"). */
const currencies: Readonly<Record<string, SpokenCurrency>> = {
  USD: dollars,
  CAD: dollars,
  AUD: dollars,
  NZD: dollars,
  EUR: { one: 'euro', many: 'euros', ...cents },
  GBP: { one: 'pound', many: 'pounds', minorOne: 'penny', minorMany: 'pence' },
};

export const money = { currencies };
