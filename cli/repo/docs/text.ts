/** Text that goes into a page. */

/** For the contents of elements and for attributes in double quotes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The anchor of a heading, as GitHub makes it, so that the READMEs' own links work here too. */
export const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** Gives every heading of one page an anchor of its own: `example`, `example-1`, … */
export function anchors(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading) || 'section'
    const count = taken.get(slug) ?? 0
    taken.set(slug, count + 1)
    return count ? `${slug}-${count}` : slug
  }
}

/** The relative address that leads from one page to another: both are paths without `.html`. */
export function relativeTo(from: string, to: string): string {
  const depth = from.split('/').length - 1
  return `${depth ? '../'.repeat(depth) : './'}${to}`
}
