/** Packs the four packages once, and installs one project from them, for all tests of the packed packages. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { pack } from '../../cli/repo/pack.ts'
import { npm, sh } from './shell.ts'

export type Packed = {
  /** The folder with the tarballs. */
  folder: string
  /** The tarballs' names: walletkit, create-walletkit, walletkit-sandbox, walletkit-server. */
  tarballs: string[]
  /** The unpacked scaffolder's bin. */
  create: string
  /** A scaffolded and installed React project. Copy it, but never change it. */
  project: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    packed: Packed
  }
}

export default async function setup({ provide }: TestProject) {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'walletkit-packed-')))
  const folder = join(home, 'packages')
  const tarballs = await pack(folder)
  await mkdir(join(home, 'create'))
  sh(home, 'tar', '-xzf', join(folder, tarballs[1] ?? ''), '-C', join(home, 'create'))
  const create = join(home, 'create/package/dist/create-walletkit.js')
  const project = join(home, 'project')
  const flags = ['--template', 'react', '--yes', '--no-install', '--json', '--source', folder]
  sh(home, process.execPath, create, project, ...flags)
  npm(project, 'install')
  provide('packed', { folder, tarballs, create, project })
  return () => rm(home, { recursive: true, force: true })
}
