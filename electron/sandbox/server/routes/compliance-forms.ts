/** Compliance Forms, which can be read, and signed once each. */
import { complianceFormStateKnownValues } from '../../../platform-api/index.ts';
import { signComplianceForm } from '../../operations/compliance.ts';
import { Problem } from '../../world/problem.ts';
import { oneOf, text } from '../filters.ts';
import type { Handlers } from '../handlers.ts';
import { refuseSignature } from '../../rules/compliance-rules.ts';
import { representComplianceForm } from '../../views/files.ts';
import { given, resource } from './resource.ts';
import type { World } from '../../world/world.ts';

export function complianceFormHandlers(world: World) {
  const forms = resource(world, {
    name: 'compliance_forms',
    collection: world.store.complianceForms,
    filters: { state: oneOf('state', complianceFormStateKnownValues), linked_to: text('merchant') },
    represent: (stored) => representComplianceForm(world, stored),
  });
  return {
    listComplianceForms: (call) => forms.list(call),
    fetchComplianceForm: ({ parameters, user }) => forms.fetch(user, parameters.compliance_form_id),
    completeComplianceForm: ({ parameters, body, user }) => {
      const form = forms.find(user, parameters.compliance_form_id);
      const refusal = refuseSignature(form, body.pci_saq_a, world.clock.now());
      if (refusal) throw new Problem(refusal);
      const { name, title, ip_address, user_agent, signed_at, is_accepted = true } = body.pci_saq_a;
      const signature = { name, title, ip_address, user_agent, signed_at, is_accepted };
      return forms.answer(signComplianceForm(world, form, signature, given(body, 'tags')));
    },
  } satisfies Partial<Handlers>;
}
