import type { SpokenCurrency } from '../en/money.ts';
import type { Part } from '../en/filled.ts';

const cents = { minorOne: 'cent', minorMany: 'cents' };
const dollars: SpokenCurrency = { one: 'dollar', many: 'dollars', ...cents };

export const money: Part<'money'> = {
  currencies: {
    USD: dollars,
    CAD: dollars,
    AUD: dollars,
    NZD: dollars,
    EUR: { one: 'euro', many: 'euros', ...cents },
    GBP: { one: 'livre', many: 'livres', minorOne: 'penny', minorMany: 'pence' },
  },
};
