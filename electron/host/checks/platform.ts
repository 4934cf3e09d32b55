/**
 * Checks of the way to the platform, the account, the clock difference, and the merchant that receives the payments.
 */
import type { CheckFinding } from '../../contract/index.ts';
import { readNetwork } from '../../config/index.ts';
import { proxyHost, readAuthorities } from '../platform/index.ts';
import { askAccount, clockFailure, merchantFailure, type AskedAccount } from '../setup/index.ts';
import {
  failureFinding,
  fine,
  faultFinding,
  notChecked,
  settled,
  info,
  type Check,
  type CheckFacts,
  type InForce,
} from './check.ts';
import { wantedMode } from './settings.ts';

/** Remaining validity below which an expiring certificate authority is reported. */
const SOON_MS = 30 * 24 * 60 * 60_000;
/** Time for which the three checks of one run share one request to the platform. */
const SHARED_MS = 15_000;

export const network: Check = async (facts) => {
  const inForce = await settled(facts);
  if (!inForce) return notChecked('network');
  const way = readNetwork({ dataDir: facts.dataDir, env: facts.env });
  if (!way) return [info('network', 'none set up: the till is in training mode')];
  const { url, proxy, decidedBy, caFile } = way;
  const by = proxy === null ? `directly (${decidedBy})` : `through the proxy ${proxyHost(proxy)} (${decidedBy})`;
  return [fine('network', `${url.host}, ${by}`), ...authorities(caFile, facts.clock.now())];
};

function authorities(caFile: string | null, now: number): CheckFinding[] {
  if (caFile === null) return [fine('network', "the system's authorities alone", 'certificates')];
  let read: ReturnType<typeof readAuthorities>;
  try {
    read = readAuthorities(caFile, now);
  } catch {
    return []; // the account check reports it
  }
  return read.map(({ subject, validTo }) => {
    const until = new Date(validTo).toISOString().slice(0, 10);
    const context = { subject, until };
    if (validTo < now) return faultFinding('network', 'note', 'ca-expired', context, 'certificates');
    if (validTo < now + SOON_MS) return faultFinding('network', 'note', 'ca-soon', context, 'certificates');
    return fine('network', `also ${subject}, valid until ${until} (${caFile})`, 'certificates');
  });
}

type TrialFacts = Pick<CheckFacts, 'dataDir' | 'clock' | 'random' | 'log'>;

/** Asks the platform with the account of the settings. Never rejects. */
export function askConfiguredAccount(
  platform: Known,
  { dataDir, clock, random, log }: TrialFacts,
): Promise<AskedAccount> {
  const { url, username, password, proxy, caFile, versionHeader } = platform;
  const typed = { mode: wantedMode(dataDir, url), url, username, password };
  const way = { proxy: proxy ?? 'none', noProxy: undefined, caFile };
  return askAccount(typed, { dataDir, env: {}, network: way, versionHeader, clock, random, log });
}

type Known = NonNullable<InForce['platform']> & { password: string };

/** Asks the platform once for three consecutive checks. */
export class AccountChecks {
  #last: { at: number; asked: Promise<AskedAccount> } | null = null;

  readonly account: Check = (facts) =>
    this.#with(facts, 'account', true, ({ username }, asked) => {
      const { failure } = asked;
      return failure ? [failureFinding('account', 'problem', failure)] : [fine('account', username)];
    });

  readonly clock: Check = (facts) =>
    this.#with(facts, 'clock', false, (_, { offsetMs }) => {
      if (offsetMs === null) return [];
      const failure = clockFailure(offsetMs);
      // Only a note: payments continue because the till uses the platform's clock. Receipts and the day would show a
      // wrong time.
      if (failure) return [failureFinding('clock', 'note', failure)];
      const seconds = Math.round(Math.abs(offsetMs) / 1_000);
      return [fine('clock', seconds === 0 ? 'as the platform' : `${seconds} s from the platform's`)];
    });

  readonly merchant: Check = (facts) =>
    this.#with(facts, 'merchant', false, ({ merchant }, { merchants, isListed }) => {
      if (merchants === null) return [];
      if (merchants.length === 0 && isListed)
        return [failureFinding('merchant', 'problem', merchantFailure('no-merchant'))];
      if (merchant === null && merchants.length > 1)
        return [faultFinding('merchant', 'note', 'merchant-unsaid', { count: merchants.length })];
      const own = merchant === null ? merchants[0] : merchants.find(({ id }) => id === merchant);
      if (!own && isListed) return [faultFinding('merchant', 'problem', 'merchant-other', { merchant })];
      if (!own || own.isApproved === null)
        return [faultFinding('merchant', 'note', 'merchant-approval-unsaid', { merchant: own?.id ?? merchant })];
      if (!own.isApproved)
        return [failureFinding('merchant', 'problem', merchantFailure('merchant-not-approved', own.name))];
      return [fine('merchant', own.name === own.id ? own.id : `${own.name}, ${own.id}`)];
    });

  async #with(
    facts: CheckFacts,
    check: 'account' | 'clock' | 'merchant',
    isAnew: boolean,
    say: (platform: Known, asked: AskedAccount) => CheckFinding[],
  ): Promise<CheckFinding[]> {
    const inForce = await settled(facts);
    if (!inForce) return notChecked(check);
    const { platform } = inForce;
    // A query needs the password; the password check reports why it is missing.
    if (!platform || platform.password === null) return [];
    const known = { ...platform, password: platform.password };
    return say(known, await this.#ask(known, facts, isAnew));
  }

  #ask(platform: Known, facts: CheckFacts, isAnew: boolean): Promise<AskedAccount> {
    const now = facts.clock.monotonic();
    if (!isAnew && this.#last && now - this.#last.at < SHARED_MS) return this.#last.asked;
    const asked = askConfiguredAccount(platform, facts);
    this.#last = { at: now, asked };
    return asked;
  }
}
