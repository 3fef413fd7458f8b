/**
 * `npm run lock`: completes package-lock.json after a change of dependencies. When npm cannot resolve another
 * platform's build of an optional dependency, it leaves the entry out or incomplete, and `npm ci` then rejects the
 * whole file. An entry without a download URL is enough, because npm skips it by `os` and `cpu`. Every entry gets the
 * integrity that the registry publishes, so that the computers that do install it check what they download.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { main, ROOT, say } from './run.ts'

type Entry = {
  name?: string
  version?: string
  integrity?: string
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
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.link || entry.integrity !== undefined) continue
    entry.integrity = await integrityOf(`${entry.name ?? path.split('node_modules/').at(-1)}@${entry.version}`)
    changes++
  }
  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`)
  say(`package-lock.json: ${changes} entries completed`)
})

async function integrityOf(spec: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', ['view', spec, 'dist.integrity'])
  const integrity = stdout.trim()
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) throw new Error(`The registry has no sha512 for ${spec}`)
  return integrity
}

/** Whether the lockfile has a package where npm looks for it: inside `owner`, beside it, or in a parent folder. */
function found(packages: Record<string, Entry>, owner: string, name: string): boolean {
  const folders = owner.split('/node_modules/').map((_, at, all) => all.slice(0, at + 1).join('/node_modules/'))
  return [...folders, ''].some((folder) => `${folder}/node_modules/${name}`.replace(/^\//, '') in packages)
}
