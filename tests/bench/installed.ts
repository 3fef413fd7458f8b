/** Measures the install of a scaffolded project. */
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = {
  dev?: boolean
  /** Whether only development dependencies and an optional peer dependency need the package. */
  devOptional?: boolean
  hasInstallScript?: boolean
}

/** `closure` counts the production packages of `walletkit`, including itself, without React. 1 MB = 1,000,000 bytes. */
export type Installed = {
  packages: number
  megabytes: number
  files: number
  closure: number
  closureTwice: string[]
  closureScripts: string[]
}

const REACT = new Set(['react', 'react-dom', 'scheduler'])
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? path

export async function measureInstalled(folder: string): Promise<Installed> {
  const modules = join(folder, 'node_modules')
  // npm's own list of the installed packages.
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>
  }
  const all = Object.entries(lock.packages)
  const closure = all.filter(([path, { dev, devOptional }]) => !dev && !devOptional && !REACT.has(nameOf(path)))
  const names = closure.map(([path]) => nameOf(path))
  const { bytes, files } = await size(modules)
  return {
    packages: all.length,
    megabytes: Math.round(bytes / 1e6),
    files,
    closure: closure.length,
    closureTwice: [...new Set(names.filter((name, at) => names.indexOf(name) !== at))],
    closureScripts: closure.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? [nameOf(path)] : [])),
  }
}

async function size(folder: string): Promise<{ bytes: number; files: number }> {
  let [bytes, files] = [0, 0]
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      const inner = await size(path)
      bytes += inner.bytes
      files += inner.files
    } else {
      bytes += (await lstat(path)).size
      files += 1
    }
  }
  return { bytes, files }
}
