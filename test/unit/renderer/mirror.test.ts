import { describe, expect, it } from 'vitest';
import type { Snapshot, StreamItem } from '../../../electron/contract/index.ts';
import { emptyMirror, withConnection, withItem, withSnapshot } from '../../../renderer/store/mirror-slice.ts';
import { attempt, hostState } from './fixtures/states.ts';

const snapshot = (seq: number, epoch = 'one'): Snapshot => ({ epoch, seq, state: hostState() });
const event = (seq: number, epoch = 'one'): StreamItem => ({
  kind: 'event',
  epoch,
  seq,
  event: { type: 'attempt', attempt: attempt({ id: `attempt-${seq}` }) },
});

describe('the mirror of the host', () => {
  const mirror = withSnapshot(emptyMirror(0), snapshot(4));

  it('applies the next event', () => {
    const next = withItem(mirror, event(5));
    expect(next).toMatchObject({ seq: 5, epoch: 'one' });
    expect(next !== 'gap' && next.host?.attempts.map((one) => one.id)).toEqual(['attempt-5']);
  });

  it('ignores a number it already has', () => {
    expect(withItem(mirror, event(4))).toBe(mirror);
    expect(withItem(mirror, event(1))).toBe(mirror);
  });

  it('asks for a snapshot when a number is missing, and when the host is another process run', () => {
    expect(withItem(mirror, event(6))).toBe('gap');
    expect(withItem(mirror, event(5, 'two'))).toBe('gap');
    expect(withItem(emptyMirror(0), event(1, ''))).toBe('gap');
  });

  it('takes a snapshot out of the stream, also from another process run', () => {
    const next = withItem(mirror, { kind: 'snapshot', snapshot: snapshot(1, 'two') });
    expect(next).toMatchObject({ seq: 1, epoch: 'two' });
  });

  it('does not mutate the given state', () => {
    const before = structuredClone(mirror);
    withItem(mirror, event(5));
    expect(mirror).toEqual(before);
  });
});

describe('the connection', () => {
  it('is connecting until it is first live, then live or away with the time of the change', () => {
    const connecting = emptyMirror(100);
    expect(withConnection(connecting, 'away', 200).connection).toEqual({ state: 'connecting', sinceMs: 100 });
    const live = withConnection(connecting, 'live', 300);
    expect(live.connection).toEqual({ state: 'live', sinceMs: 300 });
    expect(withConnection(live, 'live', 400).connection.sinceMs).toBe(300);
    const away = withConnection(live, 'away', 500);
    expect(away.connection).toEqual({ state: 'away', sinceMs: 500 });
    expect(withConnection(away, 'away', 900).connection.sinceMs).toBe(500);
  });
});
