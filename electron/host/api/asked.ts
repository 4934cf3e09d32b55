import type { Operator } from '../../contract/index.ts';
import type { HostContext } from '../roles/index.ts';

/** A command as its handler gets it: what was asked, who says they ask, and over which connection. */
export interface Asked<Input = unknown> {
  readonly input: Input & { readonly operator?: Operator | undefined };
  readonly context: HostContext;
}
