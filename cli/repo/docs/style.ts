/** Makes the style sheet of the docs: the modal's design tokens, then `browser/docs.css`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { ROOT } from '../run.ts'

export function styleSheet(): string {
  const own = readFileSync(join(ROOT, 'cli/repo/docs/browser/docs.css'), 'utf8')
  const code = Buffer.from(`${tokensCss()}\n${own}`)
  return transform({ filename: 'docs.css', code, minify: true }).code.toString()
}

/**
 * The modal's design tokens as CSS for the root element. The attribute `data-theme` chooses light or dark; without it,
 * the system's setting does.
 * @throws Error when `theme.css` has no block for light or none for dark
 */
export function tokensCss(): string {
  const theme = readFileSync(join(ROOT, 'runtime/ui/theme.css'), 'utf8')
  const light = tokensOf(theme, ':host {')
  const dark = tokensOf(theme, ":host([data-theme='dark']) {")
  return [
    `:root { color-scheme: light; ${light} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { color-scheme: dark; ${dark} } }`,
    `:root[data-theme='dark'] { color-scheme: dark; ${dark} }`,
  ].join('\n')
}

/** The `--wk-…` declarations in the block with this selector. */
function tokensOf(theme: string, selector: string): string {
  const start = theme.indexOf(selector)
  if (start < 0) throw new Error(`runtime/ui/theme.css has no ${selector}`)
  const block = theme.slice(start + selector.length, theme.indexOf('\n}', start))
  return (block.match(/--wk-[\w-]+:[^;]+;/g) ?? []).join(' ')
}
