/** D111, which the driver never sends: a property lands in flash, which wears. The simulator answers it. */
import { encodeMmsMessage } from '../../../native/families/mms/codec/message.ts';
import { propertyTlvs, type PropertyCall } from '../../../native/families/mms/codec/properties.ts';
import { mmsCommand } from '../../../native/families/mms/codec/tags.ts';

export function setProperty(reference: number, property: PropertyCall): Uint8Array {
  const tlvs = propertyTlvs(property);
  return encodeMmsMessage({ kind: 'request', reference, command: mmsCommand.setProperty, tlvs });
}
