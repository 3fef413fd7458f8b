/** Makes a unified diff of two texts, which `git apply` and `patch` can read. Pure functions. */
const CONTEXT = 3
/** A larger comparison shows the changed middle as one block. No config is that long. */
const CELLS = 4_000_000

type Line = { mark: ' ' | '-' | '+'; text: string }

/** Splits a text into lines that keep their line ends; only the last line may have none. */
const linesOf = (text: string) => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** Returns '' when the texts are equal. `before` is undefined for a new file. `name` is the path with `/`. */
export function unifiedDiff(name: string, before: string | undefined, after: string): string {
  if (before === after) return ''
  const lines = compare(linesOf(before ?? ''), linesOf(after))
  const from = before === undefined ? '/dev/null' : `a/${name}`
  return [`--- ${from}`, `+++ b/${name}`, ...hunks(lines)].join('\n') + '\n'
}

/** Kept, removed and added lines, in order. Removed lines come before the lines that replace them. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const keep = (texts: readonly string[]) => texts.map((text): Line => ({ mark: ' ', text }))
  return [
    ...keep(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...keep(before.slice(before.length - end)),
  ]
}

/** Compares by the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const whole = before.length * after.length > CELLS
  const width = after.length + 1
  const common = new Uint32Array(whole ? 0 : (before.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = before.length - 1; i >= 0 && !whole; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (!whole && old !== undefined && old === fresh) {
      lines.push({ mark: ' ', text: old })
      i += 1
      j += 1
    } else if (old !== undefined && (fresh === undefined || whole || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: old })
      i += 1
    } else {
      lines.push({ mark: '+', text: fresh ?? '' })
      j += 1
    }
  }
  return lines
}

function hunks(lines: readonly Line[]): string[] {
  const changed = lines.flatMap(({ mark }, index) => (mark === ' ' ? [] : [index]))
  const ranges: [from: number, to: number][] = []
  for (const index of changed) {
    const last = ranges.at(-1)
    if (last && index - last[1] <= 2 * CONTEXT) last[1] = index
    else ranges.push([index, index])
  }
  return ranges.flatMap(([first, last]) => {
    const from = Math.max(0, first - CONTEXT)
    const part = lines.slice(from, last + CONTEXT + 1)
    const count = (some: readonly Line[], other: Line['mark']) => some.filter(({ mark }) => mark !== other).length
    const range = (other: Line['mark']) => {
      const [above, length] = [count(lines.slice(0, from), other), count(part, other)]
      return `${length ? above + 1 : above}${length === 1 ? '' : `,${length}`}`
    }
    return [`@@ -${range('+')} +${range('-')} @@`, ...part.flatMap(printed)]
  })
}

const printed = ({ mark, text }: Line) =>
  text.endsWith('\n') ? [mark + text.slice(0, -1)] : [mark + text, '\\ No newline at end of file']
