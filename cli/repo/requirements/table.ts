import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run.ts'

/** A row of `tests/requirements.tsv`: one thing that walletkit must do. */
export type Requirement = {
  /** The id that a test's title names in brackets, for example `S4.send.12`. */
  id: string
  /** The feature that the row belongs to, for example `Swap state`. */
  area: string
  kind: string
  requirement: string
  /** The level (unit, e2e) and the case of a test that would prove the row. */
  check: string
  /** The folder that implements the requirement, for example `plugins/swaps`. */
  part: string
}

export const TABLE = 'tests/requirements.tsv'

export async function readTable(root = ROOT): Promise<Requirement[]> {
  return parseTable(await readFile(join(root, TABLE), 'utf8'))
}

/**
 * Parses the text of `tests/requirements.tsv`. Throws an error with the line number of a row that is incomplete or
 * whose id is a duplicate.
 */
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
            ? `${id} is not an id`
            : seen.has(id)
              ? `${id} is taken`
              : undefined
      if (fault) throw new Error(`${TABLE}:${at + 2}: ${fault}`)
      seen.add(id)
      return { id, area, kind, requirement, check, part }
    })
}
