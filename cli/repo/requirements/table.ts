import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

/** A row of `tests/requirements.tsv`: one thing that the product must do. */
export type Requirement = {
  /** `S4.send.12`: what a test's title names, in brackets. */
  id: string
  /** What of the product it speaks of, as `Swap state`. */
  area: string
  kind: string
  requirement: string
  /** At which level (unit, e2e) and by what case a test proves it. */
  check: string
  /** Who owns it, as `plugins/swaps`. */
  part: string
}

export const TABLE = 'tests/requirements.tsv'

export async function readTable(root = ROOT): Promise<Requirement[]> {
  return parseTable(await readFile(join(root, TABLE), 'utf8'))
}

/** Throws with the line of a row that is not whole, or whose id another row has. */
export function parseTable(text: string): Requirement[] {
  const seen = new Set<string>()
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line, at) => {
      const cells = line.split('\t')
      const [id = '', area = '', kind = '', requirement = '', check = '', part = ''] = cells
      const fault =
        cells.length !== 6 || cells.includes('')
          ? 'six cells, none empty, are wanted'
          : !/^S\d+\.[a-z0-9-]+\.\d+$/.test(id)
            ? `${id} is no id`
            : seen.has(id)
              ? `${id} is taken`
              : undefined
      if (fault) throw new Error(`${TABLE}:${at + 2}: ${fault}`)
      seen.add(id)
      return { id, area, kind, requirement, check, part }
    })
}
