import { endSession, listSessions, requestLink } from '../../electron/starter/index.ts';
import { expect, test, words } from './till.ts';

test('a window that is signed out says so and what to do; a new link in this browser brings it back, typed digits and all', async ({
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
  // Opened again by hand it says the same, on the plain page.
  const other = await till.page.context().newPage();
  await other.goto(new URL('/', till.page.url()).href);
  await expect(other.getByRole('heading', { name: 'This link does not open the till' })).toBeVisible();
  await other.goto(await requestLink(till.dataDir));
  await expect(till.title(words.counter.toCharge)).toBeVisible();
  await expect(till.button(words.counter.charge('$12.34'))).toBeVisible();
});
