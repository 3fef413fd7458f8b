/** Functions for texts and addresses in the docs' HTML. */

/** Escapes a text for the contents of elements and for attributes in double quotes. */
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
  const taken = new Set<string>()
  return (heading) => {
    const slug = slugOf(heading) || 'section'
    let [anchor, count] = [slug, 0]
    // `example-1` may be taken by a heading that is itself called "Example 1".
    while (taken.has(anchor)) anchor = `${slug}-${++count}`
    taken.add(anchor)
    return anchor
  }
}

/** The relative URL from one page to another. Both are paths from the docs' root without `.html`. */
export function relativeTo(from: string, to: string): string {
  const depth = from.split('/').length - 1
  return `${depth ? '../'.repeat(depth) : './'}${to}`
}
