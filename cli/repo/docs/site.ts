/** Builds the docs into one folder of static files: the pages, the style sheet, the script and the search index. */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { build } from 'esbuild'
import MiniSearch from 'minisearch'
import { ROOT } from '../run.ts'
import { apiPages } from './api.ts'
import { type Entry, OPTIONS } from './browser/searchOptions.ts'
import { configPage } from './config.ts'
import { errorsPage } from './errors.ts'
import { layout } from './layout.ts'
import { linker } from './links.ts'
import { render, type Rendered } from './markdown.ts'
import { outline, type Section } from './outline.ts'
import { sourceOf } from './sources.ts'
import { styleSheet } from './style.ts'
import { relativeTo } from './text.ts'

export type Page = { path: string; title: string; source?: string; markdown: string }
export type Docs = { sections: Section[]; pages: Page[] }
export type RenderedPage = Page & Rendered

/**
 * Reads or generates the Markdown of every page. Generating the API reference takes some 20 s, because the compiler
 * emits all declarations.
 */
export function readDocs(readApi: () => Page[] = apiPages): Docs {
  const generated: Record<string, () => string> = { 'reference/config': configPage, 'reference/errors': errorsPage }
  const written = outline()
    .flatMap(({ pages }) => pages)
    .map((page) => ({ ...page, markdown: titled(page.title, markdownOf(page, generated)) }))
  const api = readApi()
  const sections = outline().flatMap((section) =>
    section.title === 'Reference' ? [section, { title: 'API', pages: api }] : [section],
  )
  return { sections, pages: [...written, ...api] }
}

function markdownOf({ path, source }: { path: string; source?: string }, generated: Record<string, () => string>) {
  const make = generated[path]
  if (source !== undefined) return sourceOf(source)
  if (!make) throw new Error(`The page ${path} has neither a file nor a generator`)
  return make()
}

/** Replaces the Markdown's own title, which in a README is the folder's name, by the title in the navigation. */
const titled = (title: string, markdown: string) => `# ${title}\n\n${markdown.trimStart().replace(/^# .*\n/, '')}`

/**
 * Renders all pages.
 * @throws Error that names the page when a link leads to a page, file or section that does not exist
 */
export function renderDocs({ pages }: Docs, image: (path: string, page: string) => string = () => ''): RenderedPage[] {
  const addresses = new Map(pages.map(({ source, path }) => [source ?? `docs:${path}`, path]))
  const rendered = pages.map((page) => ({
    ...page,
    ...render(page.markdown, linker(page, addresses), (path) => image(path, page.path)),
  }))
  const anchors = new Map(rendered.map(({ path, headings }) => [path, new Set(headings.map(({ anchor }) => anchor))]))
  for (const { path, links } of rendered) {
    for (const link of links) {
      if (link.kind === 'page' && link.anchor && !anchors.get(link.page)?.has(link.anchor))
        throw new Error(`${path}: ${link.page} has no section #${link.anchor}`)
    }
  }
  return rendered
}

/** Builds the docs into `out`, which is emptied first. Returns the number of pages. */
export async function buildDocs(out: string, docs: Docs = readDocs()): Promise<number> {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  const images = new Set<string>()
  const pages = renderDocs(docs, (path, page) => {
    images.add(path)
    return relativeTo(page, `assets/${basename(path)}`)
  })
  await rm(out, { recursive: true, force: true })
  await mkdir(join(out, 'assets'), { recursive: true })
  for (const page of pages) {
    const file = join(out, `${page.path}.html`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, layout(page, docs.sections, version))
  }
  for (const path of images) await copyFile(join(ROOT, path), join(out, 'assets', basename(path)))
  await writeFile(join(out, 'assets/docs.css'), styleSheet())
  await writeFile(join(out, 'assets/icon.svg'), ICON)
  await writeFile(join(out, 'assets/search.js'), searchScript(pages))
  await bundle(join(out, 'assets/docs.js'))
  return pages.length
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#3350e9"/>' +
  '<path d="M6 8.5l2.6 7 3.4-6.5 3.4 6.5 2.6-7" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>\n'

export const entriesOf = (pages: readonly RenderedPage[]): Entry[] =>
  pages
    .flatMap(({ path, title, parts }) =>
      parts.map(({ heading, anchor, text }) => ({
        title: heading || title,
        page: title,
        text: text.slice(0, 1200),
        url: `${path}.html${anchor && heading !== title ? `#${anchor}` : ''}`,
      })),
    )
    .map((entry, id) => ({ id, ...entry }))

/** A script that sets the search index as JSON text, which a page parses when the search field gets the focus. */
function searchScript(pages: readonly RenderedPage[]): string {
  const index = new MiniSearch(OPTIONS)
  index.addAll(entriesOf(pages))
  return `globalThis.walletkitSearch = ${JSON.stringify(JSON.stringify(index))}\n`
}

const bundle = (outfile: string) =>
  build({
    entryPoints: [join(ROOT, 'cli/repo/docs/browser/docs.ts')],
    outfile,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'error',
    legalComments: 'inline',
  })
