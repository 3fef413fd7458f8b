/** Detects what a project is built with, from its package.json and its files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '../../schema/pieces.ts'
import { viteConfig } from '../project.ts'
import { dependenciesOf } from './manifest.ts'

/** `html` is a page with a script tag: no React of its own, and no vite config. */
export type Framework = 'next' | 'react' | 'vite' | 'html' | 'unknown'

export function detectFramework(root: string, manifest: JsonObject): Framework {
  const has = dependenciesOf(manifest)
  if (has.next !== undefined) return 'next'
  if (has.vite !== undefined || viteConfig(root) !== undefined) {
    if (has.react !== undefined) return 'react'
    return viteConfig(root) === undefined && existsSync(join(root, 'index.html')) ? 'html' : 'vite'
  }
  return existsSync(join(root, 'index.html')) ? 'html' : 'unknown'
}

/** The framework's name for messages. */
export const FRAMEWORK_NAMES: Record<Framework, string> = {
  next: 'Next',
  react: 'Vite and React',
  vite: 'Vite',
  html: 'a plain page',
  unknown: 'none that is known',
}
