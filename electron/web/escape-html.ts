const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for the content of an element or a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (one) => entities[one] ?? one);
