import { afterEach, beforeEach } from 'vitest';
import { World } from './world.ts';

export let world: World;

export function eachWorld(): void {
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.close());
}
