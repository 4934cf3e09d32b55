export interface UsbIds {
  readonly vendorId: number;
  readonly productId: number;
}

/** A vendor's or product's id as the system writes it: four lower-case hexadecimal digits. */
export const usbIdText = (id: number): string => id.toString(16).padStart(4, '0');
