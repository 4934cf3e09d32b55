/** What the runner of payment links asks of the platform. None of these ever rejects: what went wrong is in the outcome. */
import type { LinkDelivery } from '../../contract/index.ts';
import type { PlatformOutcome } from '../payments/index.ts';
import type { LinkIntent, LinkRecord } from './machine/index.ts';

export interface PayLinkPort {
  /** Sent once for each intent. `refused` and `not-sent` prove that there is no link. */
  create(intent: LinkIntent): Promise<PlatformOutcome<LinkRecord>>;
  /** By our tag; `answered` with null: lists that were read to their end do not have it. Of several one is left in use. */
  find(by: Pick<LinkIntent, 'link' | 'startedAt'>): Promise<PlatformOutcome<LinkRecord | null>>;
  /**
   * The link first and the attempts to pay after it: after "not in use" no attempt can begin unseen. `ofCopies`: any other
   * link with our tag is taken out of use, and what was paid through it is told as well; `unknown` where one can still be paid.
   */
  read(
    id: string,
    by: Pick<LinkIntent, 'link' | 'startedAt'>,
    ofCopies?: boolean,
  ): Promise<PlatformOutcome<LinkRecord>>;
  /** Takes it out of use where it is in use, then reads, with its copies. */
  deactivate(id: string, by: Pick<LinkIntent, 'link' | 'startedAt'>): Promise<PlatformOutcome<LinkRecord>>;
  /** Has the platform send it. `to` is an e-mail address or a telephone number. */
  send(id: string, way: LinkDelivery['way'], to: string): Promise<PlatformOutcome<null>>;
}
