/** Saves a text as a file under a name. The shells allow downloads of the page's own data only. */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has read the data by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
