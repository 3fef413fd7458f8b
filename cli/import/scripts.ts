/** The script of a file: all of it, or the script blocks of a component or a page. */

/** Names of the files that `walletkit import` reads. */
export const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html)$/

const BLOCK = /(<script\b([^>]*)>)([\s\S]*?)<\/script>/gi
const NO_CODE = /\btype\s*=\s*["']?(?:application\/(?:ld\+)?json|importmap|text\/(?!javascript|typescript))/i
const FRONT = /^\s*---\r?\n([\s\S]*?)\r?\n---/

/**
 * The code of a file, at the offsets that it has there: everything else is blank. JSON becomes a default export.
 * `typed` tells that the code is TypeScript without JSX.
 */
export function scriptOf(file: string, text: string): { code: string; typed: boolean } {
  if (/\.json$/.test(file)) return { code: `export default ${text}`, typed: false }
  if (!/\.(?:vue|svelte|astro|html)$/.test(file)) return { code: text, typed: /\.[cm]?ts$/.test(file) }
  let code = blank(text)
  let typed = file.endsWith('.astro')
  const keep = (start: number, part: string) => {
    code = code.slice(0, start) + part + code.slice(start + part.length)
  }
  const front = file.endsWith('.astro') ? FRONT.exec(text) : null
  if (front?.[1] !== undefined) keep(front.index + front[0].indexOf(front[1]), front[1])
  for (const { 1: tag = '', 2: attributes = '', 3: body = '', index } of text.matchAll(BLOCK)) {
    if (NO_CODE.test(attributes)) continue
    keep(index + tag.length, body)
    if (/\blang\s*=\s*["']?ts\b/.test(attributes)) typed = true
  }
  return { code, typed }
}

const blank = (text: string) => text.replace(/[^\r\n]/g, ' ')
