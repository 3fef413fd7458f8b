/** The files that a guide shows, as a reader would write them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../architecture/graph.ts'

const BLOCK = /^\*\*`([^`]+)`\*\*\n\n```\w+\n([^]*?)^```$/gm

/** The text of each file by its name. */
export function filesOfGuide(path: string): Map<string, string> {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return new Map([...text.matchAll(BLOCK)].map(([, name = '', code = '']) => [name, code]))
}
