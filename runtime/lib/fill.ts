/** Fills a text: `{name}` becomes `values.name`; a name without a value stays. */
export const fill = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (match, name: string) => String(values[name] ?? match))
