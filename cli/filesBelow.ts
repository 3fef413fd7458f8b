/** Lists every file below a folder. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Paths that begin with `folder`, sorted. Goes down by itself, because `readdir`'s own recursion tells no usable folder
 * of an entry within Yarn's archives (Plug'n'Play).
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = []
  const open = [folder]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile()) found.push(path)
    }
  }
  return found.sort()
}
