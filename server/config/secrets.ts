/**
 * Reads secrets from the variable `NAME`, or from the file that `NAME_FILE` names: containers mount secrets as files.
 */
import type { Reader } from './read.ts'

export type Secrets = {
  environment: Readonly<Record<string, string | undefined>>
  /** @throws Error when the file cannot be read */
  readFile: (path: string) => string
}

/** @returns the secret without spaces around it; undefined if it is not set, or cannot be read, which `read` reports */
export function secretOf(name: string, { environment, readFile }: Secrets, read: Reader): string | undefined {
  const file = environment[`${name}_FILE`]
  if (!file) return environment[name]?.trim() || undefined
  if (environment[name]) {
    read.wrong(name, `is set, and so is ${name}_FILE`, 'Set one of them.')
    return undefined
  }
  try {
    const text = readFile(file).trim()
    if (text) return text
    read.wrong(`${name}_FILE`, 'names an empty file', 'Write the secret into it.')
  } catch {
    read.wrong(`${name}_FILE`, 'names a file that cannot be read', 'Check its path and who may read it.')
  }
  return undefined
}
