/** Where the links of a page lead: to another page, out of the docs, or to a file of the repository. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from '../run.ts'
import { relativeTo } from './text.ts'

export type Link =
  | { kind: 'page'; href: string; page: string; anchor: string }
  | { kind: 'out'; href: string }
  /** A file that the docs do not show. */
  | { kind: 'file'; path: string }

export type Linker = (target: string) => Link

/**
 * `pages` are the addresses by the file that they show. A link from a generated page (without `source`) starts at the
 * repository's root.
 *
 * @throws Error naming the page when a link leads to nothing
 */
export function linker(page: { path: string; source?: string }, pages: ReadonlyMap<string, string>): Linker {
  return (target) => {
    if (/^(https?:|mailto:)/.test(target)) return { kind: 'out', href: target }
    const [file = '', anchor = ''] = target.split('#')
    const path = posix.normalize(posix.join(posix.dirname(page.source ?? '.'), file)).replace(/\/$/, '')
    const other = file ? (pages.get(path) ?? pages.get(`${path}/README.md`) ?? addressed(file, pages)) : page.path
    if (other !== undefined) {
      const to = other === page.path && anchor ? '' : `${relativeTo(page.path, other)}.html`
      return { kind: 'page', href: `${to}${anchor && `#${anchor}`}`, page: other, anchor }
    }
    if (!existsSync(join(ROOT, path)))
      throw new Error(`${page.source ?? page.path}: the link ${target} leads to nothing`)
    return { kind: 'file', path }
  }
}

/** A page that no file shows is linked by its address in the docs: `docs:reference/config`. */
function addressed(file: string, pages: ReadonlyMap<string, string>): string | undefined {
  const address = file.startsWith('docs:') ? file.slice('docs:'.length) : undefined
  return address !== undefined && [...pages.values()].includes(address) ? address : undefined
}
