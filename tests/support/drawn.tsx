/** The text of a part of the modal, as the first render draws it. */
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Kit } from '../../runtime/contracts/kit.ts'
import { KitContext } from '../../runtime/ui/context.ts'

export function drawn(kit: Kit, part: ReactNode): string {
  const html = renderToString(
    <KitContext.Provider value={{ kit, root: undefined, preload: () => undefined }}>{part}</KitContext.Provider>,
  )
  return html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u2068\u2069]+/g, ' ')
    .trim()
}
