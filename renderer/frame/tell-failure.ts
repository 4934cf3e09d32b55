import type { Bridge } from '../store/bridge.ts';

const MOST_TEXT = 2_000;
const MOST_PLACE = 200;
/** One page that fails again and again says so often. */
const MOST = 5;

/** Tells the host's log why this page failed. A page whose host is away tells nothing. */
export function failureTeller(
  bridge: Pick<Bridge, 'call'>,
  place: () => string,
): (error: unknown, within?: string | null) => void {
  let told = 0;
  const report = async (failure: { what: string; where: string }): Promise<void> => {
    await bridge.call((client, options) => client.till.pageFailed(failure, options)).catch(() => undefined);
  };
  return (error, within = '') => {
    if (told >= MOST) return;
    told += 1;
    const own = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    const text = error instanceof Error && !own.includes(error.message) ? `${error.message}\n${own}` : own;
    const what = `${text}\n${within ?? ''}`.trim().slice(0, MOST_TEXT);
    const where = place().slice(0, MOST_PLACE);
    // A page whose host is away has nowhere to report to.
    void report({ what, where });
  };
}
