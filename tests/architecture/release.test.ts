/** The release workflow: pinned actions, no token, provenance, and one version for all packages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './graph.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const manifest = (folder: string) =>
  JSON.parse(read(join(folder, 'package.json'))) as { name: string; version: string; workspaces?: string[] }
const folders = ['.', ...(manifest('.').workspaces ?? [])]

it('every workflow pins its actions by commit, and keeps no credentials', () => {
  for (const name of readdirSync(join(ROOT, '.github/workflows'))) {
    const uses = read(`.github/workflows/${name}`).match(/uses: .*/g) ?? []
    expect(uses.length).toBeGreaterThan(0)
    expect(
      uses.filter((line) => !/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
      name,
    ).toEqual([])
    const checkouts = uses.filter((line) => line.includes('actions/checkout')).length
    expect(read(`.github/workflows/${name}`).match(/persist-credentials: false/g)).toHaveLength(checkouts)
  }
})

it('release uses trusted publishing, from a protected environment, with provenance and no token', () => {
  const workflow = read('.github/workflows/release.yml')
  const [before, publish = ''] = workflow.split(/^ {2}publish:$/m)
  expect(workflow).not.toMatch(/secrets\.|_TOKEN|_authToken/)
  expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m)
  expect(before).not.toContain('id-token')
  expect(before).toContain('npm run pack')
  expect(before).toContain('.ci/run')
  expect(publish).toMatch(/environment: release/)
  expect(publish).toMatch(/id-token: write/)
  expect(publish).toMatch(/npm publish .*--provenance/)
  // The job with permission to publish must not run code of the repository.
  expect(publish).not.toMatch(/checkout|npm (ci|install|run)|npx /)
  for (const { name } of folders.map(manifest)) expect(publish).toContain(`${name}-[0-9]`)
})

it('the four packages have one version', () => {
  const config = JSON.parse(read('.changeset/config.json')) as { fixed: string[][]; access: string }
  const packages = folders.map(manifest)
  expect(config.fixed).toEqual([packages.map(({ name }) => name)])
  expect(config.access).toBe('public')
  expect(new Set(packages.map(({ version }) => version)).size).toBe(1)
})
