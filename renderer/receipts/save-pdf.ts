/** The browser has taken the bytes by then; a revoked address cannot be asked for once more. Milliseconds. */
const KEPT_MS = 10_000;

/** Hands a PDF to the person, where downloads go on this computer. */
export function savePdf(base64: string, fileName: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
