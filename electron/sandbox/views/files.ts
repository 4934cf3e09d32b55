/** Represents Files, External Links and Compliance Forms in replies. */
import type { ComplianceForm, ExternalLink, File } from '../../platform-api/index.ts';
import { pathOf } from '../../platform-api/index.ts';
import { pagePaths } from './page-paths.ts';
import { linkState } from '../rules/file-rules.ts';
import type { Stored } from '../store/collection.ts';
import type { ComplianceFormRecord, ExternalLinkRecord, FileRecord } from '../store/records/index.ts';
import { instant, instantOrNull, links, shown, times } from './common.ts';
import type { World } from '../world/world.ts';

const filePath = (id: string) => pathOf('fetchFile', { file_id: id });

export const representFile = (world: World, stored: Stored<FileRecord>): File => ({
  ...shown(
    stored,
    'application',
    'display_name',
    'type',
    'status',
    'extension',
    'size',
    'linked_to',
    'linked_type',
    'tags',
  ),
  _links: links(world, {
    self: filePath(stored.id),
    upload: stored.status === 'REQUIRES_UPLOAD' ? pathOf('uploadFile', { file_id: stored.id }) : null,
    download: stored.status === 'REQUIRES_UPLOAD' ? null : pathOf('downloadFile', { file_id: stored.id }),
    external_links: pathOf('listExternalLinks', { file_id: stored.id }),
    application: pathOf('fetchApplication', { application_id: stored.application }),
  }),
});

export const representExternalLink = (world: World, stored: Stored<ExternalLinkRecord>): ExternalLink => ({
  ...shown(stored, 'type', 'duration', 'tags'),
  file_id: stored.file,
  state: linkState(stored, world.clock.now()),
  url: world.url(pagePaths.upload(stored.token)),
  expires_at: instant(stored.expires_at),
  _links: links(world, {
    self: pathOf('fetchExternalLink', { file_id: stored.file, external_link_id: stored.id }),
    file: filePath(stored.file),
  }),
});

export const representComplianceForm = (world: World, stored: Stored<ComplianceFormRecord>): ComplianceForm => ({
  id: stored.id,
  ...times(stored),
  application: stored.application,
  linked_to: stored.merchant,
  linked_type: 'MERCHANT',
  type: 'PCI_SAQ_A',
  version: stored.version,
  state: stored.state,
  due_at: instant(stored.due_at),
  valid_from: instantOrNull(stored.valid_from),
  valid_until: instantOrNull(stored.valid_until),
  pci_saq_a: stored.pci_saq_a,
  files: { unsigned_file: stored.unsigned_file, signed_file: stored.signed_file },
  tags: stored.tags,
  _links: links(world, {
    self: pathOf('fetchComplianceForm', { compliance_form_id: stored.id }),
    merchant: pathOf('fetchMerchant', { merchant_id: stored.merchant }),
    unsigned_file: filePath(stored.unsigned_file),
    signed_file: stored.signed_file === null ? null : filePath(stored.signed_file),
  }),
});
