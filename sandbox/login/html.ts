const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML, between tags and in quoted attributes. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => MARKS[mark] ?? mark)
