/** Reads the markup that React renders in a build. Runs in Node, where no document could parse it. */
import type { Part } from './plan.ts'

type Open = { tag: string; attributes: Record<string, string>; inside: Part[] }

const TOKEN = /<!--([^]*?)-->|<\/([\w-]+)>|<([\w-]+)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gy
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g
/** Elements without an end tag that the modal may have. */
const VOID = /^(?:area|br|hr|img|input|link|meta|source|wbr)$/
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }

const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => SIGNS[name] ?? '')

/** Turns markup into the parts of a plan. Throws an Error for markup that it cannot read. */
export function parseMarkup(markup: string): Part[] {
  const root: Open = { tag: '', attributes: {}, inside: [] }
  const open = [root]
  let end = 0
  for (const [all, comment, closed, tag, attributes = '', empty, text] of markup.matchAll(TOKEN)) {
    end += all.length
    const parent = open.at(-1) ?? root
    if (comment !== undefined) parent.inside.push(['!', {}, comment])
    else if (text !== undefined) parent.inside.push(plain(text))
    else if (tag !== undefined) {
      const pairs = [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, plain(value)])
      const element: Open = { tag, attributes: Object.fromEntries(pairs) as Record<string, string>, inside: [] }
      if (empty || VOID.test(tag)) parent.inside.push(toPart(element))
      else open.push(element)
    } else {
      const element = open.pop()
      if (!element || element.tag !== closed) throw new Error(`The markup closes ${closed} where it is not open`)
      open.at(-1)?.inside.push(toPart(element))
    }
  }
  if (end !== markup.length || open.length !== 1) throw new Error(`The markup cannot be read after ${end} characters`)
  return root.inside
}

const toPart = ({ tag, attributes, inside }: Open): Part => [tag, attributes, ...inside]
