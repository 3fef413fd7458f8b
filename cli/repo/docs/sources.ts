/** Reads the Markdown of a page, and inserts the sections and files that it includes. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ROOT } from '../run.ts'
import { slugOf } from './text.ts'

const INCLUDE = /^<!-- include ([^\s#]+)#(\S+) -->$/gm
const SHOW = /^<!-- file (\S+) -->$/gm
/** HTML comments at the start of a line, except `include` and `file`: those of generators and prettier are removed. */
const OTHER_COMMENT = /^<!--(?! include | file )[^]*?-->\n?/gm

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * Reads the Markdown of a page. `<!-- include README.md#go-live -->` is replaced by that section of another file, and
 * `<!-- file templates/react/src/App.tsx -->` by the file as a code block, so that the docs show code that the tests
 * run.
 *
 * @throws Error when the file or the section is missing
 */
export const sourceOf = (path: string): string =>
  read(path)
    .replace(OTHER_COMMENT, '')
    .replace(INCLUDE, (_, file: string, anchor: string) => sectionOf(read(file), anchor, file))
    .replace(SHOW, (_, file: string) => blockOf(file))

/** The text below the heading with this anchor, up to the next heading of the same or a higher level. */
function sectionOf(text: string, anchor: string, file: string): string {
  const lines = text.split('\n')
  const level = (line = '') => /^(#+) /.exec(line)?.[1]?.length ?? 0
  const start = lines.findIndex((line) => level(line) && slugOf(line.replace(/^#+ /, '')) === anchor)
  if (start < 0) throw new Error(`${file} has no section #${anchor}`)
  const end = lines.findIndex((line, at) => at > start && level(line) > 0 && level(line) <= level(lines[start]))
  return lines
    .slice(start + 1, end < 0 ? undefined : end)
    .join('\n')
    .trim()
}

function blockOf(file: string): string {
  const name = file.replace(/^templates\/\w+\//, '')
  return `**\`${name}\`**\n\n\`\`\`${extname(file).slice(1)}\n${read(file).trimEnd()}\n\`\`\``
}
