/**
 * `npm run changeset -- add | status | version`: runs the changesets tool for the four packages. The tool finds
 * packages only in the workspaces, but one of the four is the root, and npm would link a root that is its own workspace
 * into its own `node_modules`. So the root is a workspace only while the command runs. `version` also updates the
 * lockfile.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { main, ROOT, run } from './run.ts'

type Manifest = { version: string; workspaces: string[] }
type Lock = { version: string; packages: Record<string, { version?: string }> }

const at = (path: string) => join(ROOT, path)
const read = async <T>(path: string) => JSON.parse(await readFile(at(path), 'utf8')) as T
const write = (path: string, value: unknown) => writeFile(at(path), `${JSON.stringify(value, null, 2)}\n`)

main(async () => {
  const args = process.argv.slice(2)
  const manifest = await read<Manifest>('package.json')
  const { workspaces } = manifest
  await write('package.json', { ...manifest, workspaces: ['.', ...workspaces] })
  try {
    const bin = at('node_modules/@changesets/cli/bin.js')
    return (await run(process.execPath, [bin, ...args], { stdio: 'inherit' })).code
  } finally {
    const { version, ...rest } = await read<Manifest>('package.json')
    await write('package.json', { ...manifest, ...rest, version, workspaces })
    if (version !== manifest.version) await setLocked(version, ['', ...workspaces])
  }
})

async function setLocked(version: string, folders: readonly string[]) {
  const lock = await read<Lock>('package-lock.json')
  lock.version = version
  for (const folder of folders) Object.assign(lock.packages[folder] ?? {}, { version })
  await write('package-lock.json', lock)
}
