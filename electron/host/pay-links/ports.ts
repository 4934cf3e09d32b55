/** The platform as the runner of payment links sees it. No method ever rejects: a failure is part of the outcome. */
import type { LinkDelivery } from '../../contract/index.ts';
import type { PlatformOutcome } from '../payments/index.ts';
import type { LinkIntent, LinkRecord } from './machine/index.ts';

export interface PayLinkPort {
  /**
   * Sent once for each intent. `not-sent` proves that there is no link; after `refused` the link is searched for once.
   */
  create(intent: LinkIntent): Promise<PlatformOutcome<LinkRecord>>;
  /**
   * Finds the link by the till's tag. `answered` with null if lists that were read to their end do not contain the
   * link. If there are several links, one link is left in use.
   */
  find(by: Pick<LinkIntent, 'link' | 'startedAt'>): Promise<PlatformOutcome<LinkRecord | null>>;
  /**
   * Reads the link first and the attempts to pay after it: after "not in use", every attempt has been seen. `ofCopies`:
   * any other link with the till's tag is deactivated, and payments through it are included; `unknown` if a copy can
   * still be paid.
   */
  read(
    id: string,
    by: Pick<LinkIntent, 'link' | 'startedAt'>,
    ofCopies?: boolean,
  ): Promise<PlatformOutcome<LinkRecord>>;
  /** Deactivates the link if it is active, then reads it with its copies. */
  deactivate(id: string, by: Pick<LinkIntent, 'link' | 'startedAt'>): Promise<PlatformOutcome<LinkRecord>>;
  /** Has the platform send the link. `to` is an e-mail address or a telephone number. */
  send(id: string, way: LinkDelivery['way'], to: string): Promise<PlatformOutcome<null>>;
}
