/**
 * The HTML of a docs page. It can be read without scripts, which add the search, the theme button, copy buttons, and
 * the menu of narrow windows.
 */
import type { Section } from './outline.ts'
import type { Heading } from './markdown.ts'
import { escapeHtml, relativeTo } from './text.ts'

export type Laid = { path: string; title: string; html: string; headings: readonly Heading[] }

const MARK =
  '<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><rect width="24" height="24" rx="6"/>' +
  '<path d="M6 8.5l2.6 7 3.4-6.5 3.4 6.5 2.6-7" fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>'

export function layout({ path, title, html, headings }: Laid, sections: readonly Section[], version: string): string {
  const to = (target: string) => relativeTo(path, target)
  const name = path === 'index' ? 'walletkit' : `${title} · walletkit`
  return `<!doctype html>
<html lang="en" data-root="${to('')}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(name)}</title>
<link rel="icon" href="${to('assets/icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('assets/docs.css')}">
<script src="${to('assets/docs.js')}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<button class="menu" type="button" aria-expanded="false" aria-controls="pages"><span class="bars" aria-hidden="true"></span><span class="name">Menu</span></button>
<a class="brand" href="${to('index')}.html">${MARK}walletkit <small>${escapeHtml(version)}</small></a>
<div class="search" role="search"></div>
<button class="theme" type="button" hidden></button>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">
${sections.map((section) => group(section, path)).join('\n')}
</nav>
<main id="content" tabindex="-1">
${html}${turn(path, sections)}
</main>
${contents(headings)}
</div>
</body>
</html>
`
}

const group = ({ title, pages }: Section, path: string) =>
  `<h2>${escapeHtml(title)}</h2>\n<ul>${pages
    .map(
      (page) =>
        `<li><a href="${relativeTo(path, page.path)}.html"${page.path === path ? ' aria-current="page"' : ''}>${escapeHtml(page.title)}</a></li>`,
    )
    .join('')}</ul>`

/** The list of a page's sections, with links; empty for fewer than two. */
function contents(headings: readonly Heading[]): string {
  const [deepest] = headings.some(({ level }) => level === 2) ? [2] : [3]
  const listed = headings.filter(({ level }) => level > 1 && level <= deepest)
  if (listed.length < 2) return ''
  const items = listed.map(({ anchor, text }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`
}

/** Links to the previous and the next page in the order of the navigation. */
function turn(path: string, sections: readonly Section[]): string {
  const pages = sections.flatMap((section) => section.pages)
  const at = pages.findIndex((page) => page.path === path)
  const link = (page: (typeof pages)[number] | undefined, label: string, way: string) =>
    page
      ? `<a class="${way}" href="${relativeTo(path, page.path)}.html"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : ''
  const links = `${link(pages[at - 1], 'Before', 'before')}${link(pages[at + 1], 'Next', 'next')}`
  return `<nav class="turn" aria-label="Neighbours">${links}</nav>`
}
