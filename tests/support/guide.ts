/** Extracts the files that a guide shows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../architecture/graph.ts'

const BLOCK = /^\*\*`([^`]+)`\*\*\n\n```\w+\n([^]*?)^```$/gm

/** The text of each file that a guide shows, by the file's name. */
export function filesOfGuide(path: string): Map<string, string> {
  const text = readFileSync(join(ROOT, path), 'utf8')
  return new Map([...text.matchAll(BLOCK)].map(([, name = '', code = '']) => [name, code]))
}
