import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/**
 * Makes a unified diff of two texts, which `git apply` and `patch` can read. Returns '' when the texts are equal.
 * `before` is undefined for a new file. `name` is the path with `/`.
 */
export function unifiedDiff(name: string, before: string | undefined, after: string): string {
  if (before === after) return ''
  const from = before === undefined ? '/dev/null' : `a/${name}`
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY }
  return createTwoFilesPatch(from, `b/${name}`, before ?? '', after, undefined, undefined, options)
}
