/**
 * Simulates a terminal's neighbours in a separate process, at the device's end of each line, and counts their input.
 */
import { toFailure } from '../../../../electron/contract/index.ts';
import { PlayedNeighbour, shop, type NeighbourName } from '../../../unit/host/terminals/shop.ts';
import type { FromNeighbours, ToNeighbours } from './messages.ts';
import { portOf } from './ports.ts';

const played = new Map<NeighbourName, PlayedNeighbour>();
const say = (message: FromNeighbours): void => void process.send?.(message);

process.on('message', (message: ToNeighbours) => {
  if (message.type === 'count') {
    const heard = [...played].map(([name, neighbour]) => [name, neighbour.heard.length] as const);
    return say({ type: 'counted', heard: Object.fromEntries(heard) });
  }
  const { name } = message;
  const fail = (error: unknown): void => say({ type: 'failed', why: `${name}: ${toFailure(error).message}` });
  const port = portOf(message.port, fail);
  const neighbour = new PlayedNeighbour(shop[name], (bytes) => port.write(bytes));
  played.set(name, neighbour);
  port.onData = (bytes) => neighbour.take(bytes);
  port.opened().then(() => say({ type: 'playing', name }), fail);
});
process.once('disconnect', () => process.exit(0));
