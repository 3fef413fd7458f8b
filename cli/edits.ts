/** Replaces parts of a bundled file and updates its source map. */
import { decode, encode, type SourceMapLine } from '@jridgewell/sourcemap-codec'

/** `start` and `end` are offsets in the text. They are equal for an insertion. */
export type Edit = { start: number; end: number; text: string }

/**
 * Applies edits to the text of a file, and adapts the positions in its source map. The edits may come in any order but
 * must not overlap. `map` is the JSON of a version 3 source map; undefined without one.
 */
export function applyEdits(code: string, map: string | undefined, edits: readonly Edit[]) {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  const parts: string[] = []
  let at = 0
  for (const { start, end, text } of sorted) {
    parts.push(code.slice(at, start), text)
    at = end
  }
  const edited = parts.join('') + code.slice(at)
  return { code: edited, map: map === undefined ? undefined : remap(map, code, edited, sorted) }
}

function remap(map: string, before: string, after: string, edits: readonly Edit[]): string {
  const json = JSON.parse(map) as { mappings: string }
  const [oldLines, newLines] = [lineStarts(before), lineStarts(after)]
  const moved: SourceMapLine[] = newLines.map(() => [])
  let [line, next, shift] = [0, 0, 0]
  for (const [row, segments] of decode(json.mappings).entries()) {
    for (const segment of segments) {
      const offset = (oldLines[row] ?? 0) + segment[0]
      for (let edit = edits[next]; edit && edit.end <= offset; edit = edits[++next])
        shift += edit.text.length - (edit.end - edit.start)
      const edit = edits[next]
      // Drop the positions of replaced text: the new text has none in the source.
      if (edit && edit.start <= offset && offset < edit.end) continue
      while ((newLines[line + 1] ?? Infinity) <= offset + shift) line++
      const column = offset + shift - (newLines[line] ?? 0)
      moved[line]?.push([column, ...segment.slice(1)] as typeof segment)
    }
  }
  return JSON.stringify({ ...json, mappings: encode(moved) })
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
