import { endSession, listSessions, requestLink } from '../../electron/starter/index.ts';
import { expect, inOneTill, words } from './till.ts';

const test = inOneTill();
test.describe.configure({ mode: 'serial' });

test('a signed-out window shows the reason and the remedy; a new link in this browser restores it with the typed digits', async ({
  till,
}) => {
  test.skip(till.page.url().startsWith('app:'), 'Electron needs no link');
  await till.page.keyboard.type('1234');
  const [session] = await listSessions(till.dataDir);
  expect(session).toMatchObject({ scope: 'till', windows: 1 });
  await endSession(till.dataDir, session?.id ?? '');
  await expect(till.title(words.outcomes.stopped.signedOut.heading)).toBeVisible();
  await expect(till.page.getByText(words.failures.IPC_SESSION_ENDED.next, { exact: true })).toBeVisible();
  await till.expectAccessible();
  // Opening the address again shows the same on a plain page.
  const other = await till.page.context().newPage();
  await other.goto(new URL('/', till.page.url()).href);
  await expect(other.getByRole('heading', { name: 'This link does not open the till' })).toBeVisible();
  await other.goto(await requestLink(till.dataDir));
  await expect(till.title(words.counter.toCharge)).toBeVisible();
  await expect(till.button(words.counter.charge({ amount: '$12.34' }))).toBeVisible();
  await other.close();
});

test('the till lists the open screens and ends an unknown screen', async ({ till }) => {
  test.skip(till.page.url().startsWith('app:'), 'Electron has none');
  const { sessions: text } = words.thisScreen;
  // Browser of another user, who opened another link.
  const stranger = await (await till.page.context().browser()?.newContext())?.newPage();
  if (!stranger) throw new Error('No second browser');
  await stranger.goto(await requestLink(till.dataDir));
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(words.counter.toCharge);
  await till.page.getByRole('button', { name: words.thisScreen.button }).click();
  const rows = till.page.getByRole('region', { name: text.heading }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText(text.own);
  await expect(rows.nth(1)).not.toContainText(text.own);
  await till.expectAccessible();
  await rows.nth(1).getByText(text.end, { exact: true }).click();
  await rows.nth(1).getByText(text.end, { exact: true }).click();
  await expect(rows).toHaveCount(1);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(words.outcomes.stopped.signedOut.heading);
  expect(await listSessions(till.dataDir)).toHaveLength(1);
  // The till can also end its own session.
  await rows.nth(0).getByText(text.end, { exact: true }).click();
  await rows.nth(0).getByText(text.end, { exact: true }).click();
  await expect(till.title(words.outcomes.stopped.signedOut.heading)).toBeVisible();
});
