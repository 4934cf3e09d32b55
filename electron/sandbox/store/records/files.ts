/** Files and the links through which browsers upload them. Times in milliseconds since 1970. */
import type { ExternalLinkType, FileStatus, FileType, Tags } from '../../../platform-api/index.ts';
import type { FormFacts } from '../../rules/compliance-rules.ts';

/** The bytes are in the store's blobs, under the File's id. */
export interface FileRecord {
  application: string;
  /** Owner, for ROLE_MERCHANT, or null if the File belongs to no merchant. */
  merchant: string | null;
  display_name: string | null;
  type: FileType;
  status: FileStatus;
  extension: string | null;
  size: number | null;
  linked_to: string | null;
  linked_type: 'MERCHANT' | 'IDENTITY' | null;
  tags: Tags;
}

export interface ExternalLinkRecord {
  file: string;
  merchant: string | null;
  type: ExternalLinkType;
  /** Secret part of the link's URL. */
  token: string;
  duration: number;
  expires_at: number;
  used_at: number | null;
  tags: Tags;
}

export interface ComplianceFormRecord extends FormFacts {
  application: string;
  merchant: string;
  version: string;
  unsigned_file: string;
  tags: Tags;
}
