/** Hands a text to the browser to keep, under a name. The shells let a page save what it made itself and nothing else. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken it by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
