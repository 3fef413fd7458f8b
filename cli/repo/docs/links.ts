/** Resolves the links in a page's Markdown: to another page, out of the docs, or to a file of the repository. */
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { ROOT } from '../run.ts'
import { relativeTo } from './text.ts'

export type Link =
  | { kind: 'page'; href: string; page: string; anchor: string }
  | { kind: 'out'; href: string }
  /** A file of the repository that the docs do not show, so there is nothing to link to. */
  | { kind: 'file'; path: string }

export type Linker = (target: string) => Link

/**
 * Returns a function that resolves the links of `page`. `pages` has the address of each page by the file that it shows.
 * Links of a generated page (without `source`) are relative to the repository's root.
 *
 * @throws Error that names the page and the link when there is no such page or file
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

/** The address in a link to a generated page, such as `docs:reference/config`; undefined for other links. */
function addressed(file: string, pages: ReadonlyMap<string, string>): string | undefined {
  const address = file.startsWith('docs:') ? file.slice('docs:'.length) : undefined
  return address !== undefined && [...pages.values()].includes(address) ? address : undefined
}
