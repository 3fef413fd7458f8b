/** Reads the Markdown of a page, and fills in what it takes from other files of the repository. */
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { ROOT } from '../run.ts'
import { slugOf } from './text.ts'

const INCLUDE = /^<!-- include ([^\s#]+)#(\S+) -->$/gm
const SHOW = /^<!-- file (\S+) -->$/gm
/** Comments of generators and of prettier are for the file's editors. */
const OTHER_COMMENT = /^<!--(?! include | file )[^]*?-->\n?/gm

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * `<!-- include README.md#go-live -->` puts a section of another file in, and `<!-- file templates/react/src/App.tsx -->`
 * a whole file as a code block, so that the docs show what the tests run.
 *
 * @throws Error when the file or the section is missing
 */
export const sourceOf = (path: string): string =>
  read(path)
    .replace(OTHER_COMMENT, '')
    .replace(INCLUDE, (_, file: string, anchor: string) => sectionOf(read(file), anchor, file))
    .replace(SHOW, (_, file: string) => blockOf(file))

/** The text below a heading, up to the next heading of its level or a higher one. */
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
