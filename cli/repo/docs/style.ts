/** The style sheet of the docs: the modal's own design tokens, then `browser/docs.css`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { ROOT } from '../run.ts'

/** @throws Error when the modal's theme has no block for light or dark */
export function styleSheet(): string {
  const theme = readFileSync(join(ROOT, 'runtime/ui/theme.css'), 'utf8')
  const light = tokensOf(theme, ':host {')
  const dark = tokensOf(theme, ":host([data-theme='dark']) {")
  const own = readFileSync(join(ROOT, 'cli/repo/docs/browser/docs.css'), 'utf8')
  const css = [
    `:root { color-scheme: light; ${light} }`,
    `@media (prefers-color-scheme: dark) { :root:not([data-theme='light']) { color-scheme: dark; ${dark} } }`,
    `:root[data-theme='dark'] { color-scheme: dark; ${dark} }`,
    own,
  ].join('\n')
  return transform({ filename: 'docs.css', code: Buffer.from(css), minify: true }).code.toString()
}

/** The `--wk-…` declarations of one block. */
function tokensOf(theme: string, selector: string): string {
  const start = theme.indexOf(selector)
  if (start < 0) throw new Error(`runtime/ui/theme.css has no ${selector}`)
  const block = theme.slice(start + selector.length, theme.indexOf('\n}', start))
  return (block.match(/--wk-[\w-]+:[^;]+;/g) ?? []).join(' ')
}
