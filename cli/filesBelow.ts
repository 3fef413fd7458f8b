/** Lists the files below a folder. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Paths that begin with `folder`, sorted, without links and without the folders below it that have one of the `skipped`
 * names. Does not use `readdir`'s `recursive` option, because with it the entries in Yarn's archives (Plug'n'Play) name
 * no usable folder.
 */
export async function filesBelow(folder: string, skipped: readonly string[] = []): Promise<string[]> {
  const found: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory() && !skipped.includes(entry.name)) open.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found.sort()
}
