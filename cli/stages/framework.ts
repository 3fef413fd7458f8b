/** Detects what a project is built with, from its package.json and its files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../schema/pieces.ts'
import { viteConfig } from '../project.ts'
import { dependenciesOf } from './manifest.ts'

/**
 * The framework's name for messages. `html` is a page with a script tag: no framework of its own, and no vite config.
 */
export const FRAMEWORK_NAMES = {
  next: 'Next',
  nuxt: 'Nuxt',
  sveltekit: 'SvelteKit',
  astro: 'Astro',
  'react-router': 'React Router',
  react: 'Vite and React',
  vue: 'Vite and Vue',
  svelte: 'Vite and Svelte',
  vite: 'Vite',
  html: 'a plain page',
  unknown: 'none that is known',
}
export type Framework = keyof typeof FRAMEWORK_NAMES

/** Frameworks that render on a server and own their build, each with a package that only its projects depend on. */
const OWN_BUILD = {
  next: 'next',
  nuxt: 'nuxt',
  sveltekit: '@sveltejs/kit',
  astro: 'astro',
  'react-router': '@react-router/dev',
} as const

/**
 * The libraries in the order of detection. React comes last: a Vue or Svelte project depends on it too, because the
 * modal needs it.
 */
const LIBRARIES = ['vue', 'svelte', 'react'] as const

/** Whether the framework's code imports the module that `walletkit emit` writes, and not `virtual:walletkit`. */
export const hasOwnBuild = (framework: Framework): boolean => Object.hasOwn(OWN_BUILD, framework)

export function detectFramework(root: string, manifest: JsonObject): Framework {
  const has = dependenciesOf(manifest)
  const names = Object.keys(OWN_BUILD) as (keyof typeof OWN_BUILD)[]
  const own = names.find((name) => has[OWN_BUILD[name]] !== undefined)
  if (own) return own
  if (has.vite !== undefined || viteConfig(root) !== undefined) {
    const library = LIBRARIES.find((name) => has[name] !== undefined)
    if (library) return library
    return viteConfig(root) === undefined && existsSync(join(root, 'index.html')) ? 'html' : 'vite'
  }
  return existsSync(join(root, 'index.html')) ? 'html' : 'unknown'
}
