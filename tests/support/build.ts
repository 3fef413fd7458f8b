/** Builds the flow page once for all flow tests. */
import { rm } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { buildPage } from './buildPage.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built flow page. */
    site: string
  }
}

export default async function setup({ provide }: TestProject) {
  const site = await buildPage('flows', new URL('./page', import.meta.url))
  provide('site', site)
  return () => rm(site, { recursive: true, force: true })
}
