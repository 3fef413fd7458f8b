/**
 * `npm run lock`: completes package-lock.json after a change of dependencies. When npm cannot resolve another
 * platform's build of an optional dependency, it leaves the entry out, and `npm ci` then rejects the whole file. An
 * entry without a download URL is enough, because npm skips it by `os` and `cpu`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main, ROOT, say } from './run.ts'

type Entry = {
  version?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  link?: boolean
  optionalDependencies?: Record<string, string>
}

const OS: Record<string, string> = {
  darwin: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  android: 'android',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  sunos: 'sunos',
  aix: 'aix',
  openharmony: 'openharmony',
  wasm32: 'wasm32',
}
const CPU: Record<string, string> = {
  x64: 'x64',
  amd64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

main(async () => {
  const path = join(ROOT, 'package-lock.json')
  const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Record<string, Entry> }
  const { packages } = lock
  let changes = 0
  for (const [name, entry] of Object.entries(packages)) {
    if (!name.includes('node_modules/') || entry.version !== undefined || entry.link) continue
    delete packages[name]
    changes++
  }
  for (const [owner, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (found(packages, owner, name) || !/^\d/.test(version)) continue
      const parts = name.split(/[-/]/)
      const os = parts.flatMap((part) => OS[part] ?? [])
      const cpu = parts.flatMap((part) => CPU[part.replace(/^(x64|arm64|arm).*$/, '$1')] ?? [])
      if (!os.length && !cpu.length) continue
      packages[`node_modules/${name}`] = {
        version,
        optional: true,
        dev: true,
        ...(os.length ? { os } : {}),
        ...(cpu.length ? { cpu } : {}),
      }
      changes++
    }
  }
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`)
  say(`package-lock.json: ${changes} entries completed`)
})

/** Looks a package up as npm does: inside its owner, then next to it, then in each parent folder. */
function found(packages: Record<string, Entry>, owner: string, name: string): boolean {
  const folders = owner.split('/node_modules/').map((_, at, all) => all.slice(0, at + 1).join('/node_modules/'))
  return [...folders, ''].some((folder) => `${folder}/node_modules/${name}`.replace(/^\//, '') in packages)
}
