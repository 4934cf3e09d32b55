import type { SpokenCurrency } from '../en/money.ts';
import type { Part } from '../en/filled.ts';

const cents = { minorOne: 'Cent', minorMany: 'Cent' };
const dollars: SpokenCurrency = { one: 'Dollar', many: 'Dollar', ...cents };

export const money: Part<'money'> = {
  currencies: {
    USD: dollars,
    CAD: dollars,
    AUD: dollars,
    NZD: dollars,
    EUR: { one: 'Euro', many: 'Euro', ...cents },
    GBP: { one: 'Pfund', many: 'Pfund', minorOne: 'Penny', minorMany: 'Pence' },
  },
};
