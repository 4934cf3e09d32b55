import type { SpokenCurrency } from '../en/money.ts';
import type { Part } from '../en/filled.ts';

const cents = { minorOne: 'centavo', minorMany: 'centavos' };
const dollars: SpokenCurrency = { one: 'dólar', many: 'dólares', ...cents };

export const money: Part<'money'> = {
  currencies: {
    USD: dollars,
    CAD: dollars,
    AUD: dollars,
    NZD: dollars,
    EUR: { one: 'euro', many: 'euros', minorOne: 'céntimo', minorMany: 'céntimos' },
    GBP: { one: 'libra', many: 'libras', minorOne: 'penique', minorMany: 'peniques' },
  },
};
