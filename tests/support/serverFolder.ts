/** Provides the folder into which the first test that starts `walletkit-server` builds it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ROOT } from '../../cli/repo/run.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder below `server/`, because Node finds the server's dependencies from there. */
    serverFolder: string
  }
}

export default async function setup({ provide }: TestProject) {
  const parent = join(ROOT, 'server/.cache')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'built-'))
  provide('serverFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}
