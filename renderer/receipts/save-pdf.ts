/** Time in milliseconds until the address is revoked. The browser must have read the bytes by then. */
const KEPT_MS = 10_000;

/** Saves a PDF to the downloads of this computer. */
export function savePdf(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
