import { afterEach, beforeEach } from 'vitest';
import { World } from './world.ts';

/** World of the running test. */
export let world: World;

export function eachWorld(): void {
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.close());
}
