import type { Bridge } from '../store/bridge.ts';

const MAX_TEXT = 2_000;
const MAX_PLACE = 200;
/** Maximum reports per page: a page may fail again and again. */
const MAX_REPORTS = 5;

/** Reports to the host's log why this page failed. A page whose host is disconnected reports nothing. */
export function failureReporter(
  bridge: Pick<Bridge, 'call'>,
  place: () => string,
): (error: unknown, within?: string | null) => void {
  let reportCount = 0;
  const report = async (failure: { what: string; where: string }): Promise<void> => {
    await bridge.call((client, options) => client.till.pageFailed(failure, options)).catch(() => undefined);
  };
  return (error, within = '') => {
    if (reportCount >= MAX_REPORTS) return;
    reportCount += 1;
    const own = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    const text = error instanceof Error && !own.includes(error.message) ? `${error.message}\n${own}` : own;
    const what = `${text}\n${within ?? ''}`.trim().slice(0, MAX_TEXT);
    const where = place().slice(0, MAX_PLACE);
    void report({ what, where });
  };
}
