/** Loaded by `--import` into the processes that tests start (setup.ts). */
import { noteWaits } from './figures.ts';
import { stepAtEveryWait } from './wall.ts';

stepAtEveryWait();
process.on('exit', () => noteWaits(process.env['TILLBRIDGE_WALL_SUITE'] ?? '-'));
