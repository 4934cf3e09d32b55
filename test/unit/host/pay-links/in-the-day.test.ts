/**
 * A day with payment links and with money received with another tender: a whole host, its journal, and the real
 * sandbox.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachDesk, folder, host, paid, rowsOfToday, startAgain, taking, today } from './desk.ts';

eachDesk();

test('a link’s payment belongs to the till at the platform, with the refused card before it', async () => {
  await paid('link-0001', 'A-1187', ['card-no-funds', 'card-approve']);
  const report = await host.client.day.reconcile(today());
  expect(report.counts).toMatchObject({ matched: 1, different: 0, onlyHere: 0, onlyThere: 0, open: 0 });
  expect(report.entries).toMatchObject([
    { what: 'pay-link', payLink: 'link-0001', here: { state: 'paid', amountMinor: 4260, order: 'A-1187' } },
  ]);
  expect(report.entries[0]?.there.map(({ state }) => state)).toEqual(['SUCCEEDED', 'FAILED']);
  expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 4260, thereMinor: 4260 }]);
  // The same after a restart, from the journal alone.
  await startAgain();
  expect((await host.client.day.reconcile(today())).counts).toEqual(report.counts);
});

test('the day shows link payments and notes from the journal alone, on screen and in its file', async () => {
  await paid('link-0001', 'A-1187', ['card-no-funds', 'card-approve']);
  const cash = taking(1260, 'A-1188');
  await host.client.otherTender.note(cash);
  await host.client.link.open({ id: 'link-0002', amountMinor: 700, currency: 'USD', order: 'A-1189' });
  await startAgain();
  const totals = await host.client.day.totals(today());
  expect(totals).toMatchObject({
    openLinks: 1,
    links: [{ id: 'link-0001', order: 'A-1187', paidMinor: 4260, transfers: [expect.stringMatching(/^TR/)] }],
    notes: [{ id: 'cash-0001', order: 'A-1188', by: 'Maya' }],
    ledgers: [
      {
        paid: { count: 0, totalMinor: 0 },
        netMinor: 0,
        links: { count: 1, totalMinor: 4260 },
        bankMinor: 4260,
        otherTenders: [{ way: 'cash', count: 1, totalMinor: 1260 }],
      },
    ],
  });
  // The platform's totals are the amounts that go to the bank.
  const report = await host.client.day.reconcile(today());
  expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 4260, thereMinor: 4260 }]);
  expect(report.counts).toMatchObject({ matched: 1, open: 1, onlyThere: 0 });
  const rows = await rowsOfToday();
  expect(rows).toMatchObject([
    { row: 'pay-link', kind: 'link', payment: 'link-0001', net: '42.60', currency: 'USD' },
    { row: 'other-way', kind: 'cash', payment: 'cash-0001', sale: '12.60', net: '0.00', person: 'Maya' },
  ]);
  expect(rows[0]?.['transfer']).toBe(report.entries[0]?.there[0]?.id);
});

test('an undone note is in no figure, and its row has the name and the reason', async () => {
  const cash = taking(1260, 'A-1188');
  await host.client.otherTender.note(cash);
  await host.client.otherTender.note({ ...cash, id: 'cash-0002', amountMinor: 500 });
  await host.client.otherTender.takeBack({ note: 'cash-0001', reason: 'paid by card', operator: { name: 'J. Ruiz' } });
  expect((await host.client.day.totals(today())).ledgers).toMatchObject([
    { otherTenders: [{ way: 'cash', count: 1, totalMinor: 500 }] },
  ]);
  const rows = await rowsOfToday();
  expect(rows).toMatchObject([
    {
      payment: 'cash-0001',
      state: 'taken-back',
      asked: '12.60',
      sale: '',
      net: '0.00',
      person: 'Maya',
      reason: 'taken back by J. Ruiz: paid by card',
    },
    { payment: 'cash-0002', state: 'noted', sale: '5.00', reason: '' },
  ]);
});

test('a till that lost its record of a link reports its payment as another till’s', async () => {
  await paid('link-0001', 'A-1187', ['card-no-funds', 'card-approve']);
  await startAgain(join(folder, 'lost'));
  const report = await host.client.day.reconcile(today());
  const moved = report.entries.find(({ there }) => there[0]?.state === 'SUCCEEDED');
  expect(moved).toMatchObject({ verdict: 'only-there', reasons: [{ what: 'other-till' }] });
  expect(report.totals).toEqual([{ currency: 'USD', hereMinor: 0, thereMinor: 4260 }]);
});
