/**
 * Creates Compliance Forms with each Merchant and again every year, and derives the Merchant's compliance from them.
 */
import type { DigitalSignature } from '../../platform-api/index.ts';
import { writePdf } from '../views/pdf.ts';
import { FORM_VERSION, signedForm, unsignedForm } from '../rules/compliance-rules.ts';
import { equals } from '../store/collection.ts';
import type { Stored } from '../store/collection.ts';
import type { ComplianceFormRecord } from '../store/records/index.ts';
import type { StoredMerchant } from '../store/store.ts';
import { makeFile } from './files.ts';
import type { World } from '../world/world.ts';

const statement = [
  'The merchant named above takes card payments through the platform and through terminals that encrypt card data.',
  'It stores, processes and transmits no account data in its own systems, and reviews this every year.',
  '',
  'Sandbox document: it attests nothing.',
];

function formFile(world: World, merchant: StoredMerchant, signature: DigitalSignature | null) {
  const signed = signature
    ? [
        `Signed by: ${signature.name}, ${signature.title}`,
        `Signed at: ${signature.signed_at}`,
        `From: ${signature.ip_address}, ${signature.user_agent}`,
      ]
    : ['Not signed yet.'];
  const bytes = writePdf({
    title: 'PCI DSS Self-Assessment Questionnaire A: attestation of compliance',
    lines: [`Version: ${FORM_VERSION}`, `Merchant: ${merchant.name} (${merchant.id})`, '', ...statement, '', ...signed],
    createdAt: world.clock.now(),
  });
  return makeFile(world, {
    application: merchant.application,
    merchant: merchant.id,
    type: 'PCI_SAQ_A',
    name: signature ? 'pci-saq-a-signed.pdf' : 'pci-saq-a.pdf',
    bytes,
  });
}

export function addComplianceForm(world: World, merchant: StoredMerchant): Stored<ComplianceFormRecord> {
  const { store, clock } = world;
  const form = store.transaction(() =>
    store.complianceForms.insert({
      application: merchant.application,
      merchant: merchant.id,
      version: FORM_VERSION,
      unsigned_file: formFile(world, merchant, null).id,
      tags: {},
      ...unsignedForm(clock.now()),
    }),
  );
  world.settleAt(form.due_at);
  return form;
}

/** Signs a form. The caller checks that it may be signed. */
export function signComplianceForm(
  world: World,
  form: Stored<ComplianceFormRecord>,
  signature: DigitalSignature,
  more: Partial<Pick<ComplianceFormRecord, 'tags'>> = {},
): Stored<ComplianceFormRecord> {
  const { store, clock } = world;
  const merchant = store.merchants.find(form.merchant);
  if (!merchant) throw new Error('A compliance form has lost its merchant');
  const signed = store.transaction(() => {
    const file = formFile(world, merchant, signature);
    store.merchants.update(merchant, { is_pci_compliant: true });
    return store.complianceForms.update(form, { ...signedForm(signature, file.id, clock.now()), ...more });
  });
  if (signed.valid_until !== null) world.settleAt(signed.valid_until);
  return signed;
}

/** When a form lapses, ends the Merchant's compliance and creates a new form. */
export function applyFormOutcome(world: World, form: Stored<ComplianceFormRecord>): void {
  const merchant = world.store.merchants.find(form.merchant);
  if (!merchant || form.state !== 'EXPIRED') return;
  addComplianceForm(world, world.store.merchants.update(merchant, { is_pci_compliant: false }));
}

/** Creates forms for Merchants without any: seeded Merchants, and those in a store that is older than the forms. */
export function completeForms(world: World): void {
  const { store, clock } = world;
  const without = store.merchants.all().filter(({ id }) => !store.complianceForms.first(equals('merchant', id)));
  for (const merchant of without) {
    store.transaction(() => {
      const form = addComplianceForm(world, merchant);
      if (!merchant.is_pci_compliant) return;
      signComplianceForm(world, form, {
        name: 'Sandbox Seed',
        title: 'Owner',
        ip_address: '127.0.0.1',
        user_agent: 'sandbox',
        signed_at: new Date(clock.now()).toISOString(),
        is_accepted: true,
      });
    });
  }
}
