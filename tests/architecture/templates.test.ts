/** What every template of create-walletkit has in common. tests/cli/create and tests/frameworks run them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './graph.ts'

const folder = join(ROOT, 'templates')
const templates = readdirSync(folder)
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')
const manifestOf = (template: string) =>
  JSON.parse(read(template, template === 'plugin' ? '_package.json' : 'package.json')) as {
    devDependencies: Record<string, string>
  }

describe('templates', () => {
  it('that have a tsconfig.json install TypeScript', () => {
    const typed = templates.filter((template) => existsSync(join(folder, template, 'tsconfig.json')))
    expect(typed.length).toBeGreaterThan(8)
    expect(typed.filter((template) => !manifestOf(template).devDependencies.typescript)).toEqual([])
  })

  it('say that their build has no test wallet', () => {
    const pages = templates.filter((template) => template !== 'plugin')
    expect(pages.filter((template) => !/The build has no test wallet/.test(read(template, 'README.md')))).toEqual([])
  })

  it('that a server renders give a look to a button that is not ready yet', () => {
    const sheets = [
      'next/app',
      'next-pages',
      'nuxt/app/assets',
      'astro/src',
      'react-router/app',
      'sveltekit/src/routes',
    ]
    expect(sheets.filter((sheet) => !read(sheet, 'page.css').includes('button:disabled'))).toEqual([])
    expect(read('sveltekit/src/routes/+page.svelte').match(/disabled=\{!\w+\.isReady\}/g)).toHaveLength(2)
  })

  it('put a framework’s content into an element of its own, as SvelteKit asks', () => {
    expect(read('sveltekit/src/app.html')).toMatch(/<div>%sveltekit\.body%<\/div>/)
  })
})
