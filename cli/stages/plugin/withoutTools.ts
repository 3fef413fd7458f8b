/** Keeps the build that measures a plugin from running code that the package brings along as a tool. */
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { findInstalled } from '../manifest.ts'

/** The packages that vite loads from the page's folder when a style needs them. */
const TOOLS = ['less', 'sass', 'sass-embedded', 'stylus', 'sugarss']

/** Vite finds a style's language in any part of the path, even in the query. */
const NEEDS_TOOL = /\.(less|sass|scss|styl|stylus|sss|pcss|postcss)(?=$|[?#])/

/** A vite plugin that refuses the styles in `folder` that are not CSS, and names the file. */
export const refuseStyles = (folder: string): Plugin => ({
  name: 'walletkit:without-tools',
  enforce: 'pre',
  load: {
    order: 'pre',
    handler(id) {
      const language = NEEDS_TOOL.exec(id)?.[1]
      if (language !== undefined) throw new Error(refusal(relative(folder, id).replaceAll('\\', '/'), language))
    },
  },
})

const refusal = (file: string, language: string) =>
  `${file} needs a tool for ${language}, and a plugin is built without tools: ship it as CSS`

/**
 * Puts into the page's own folder, for each tool, a package that only throws an error. vite finds it before the real
 * tool, even where vite calls no plugin, as for an `@import` in CSS or in a worker.
 */
export async function blockTools(root: string): Promise<void> {
  await Promise.all(
    TOOLS.map(async (name) => {
      const folder = join(root, 'node_modules', name)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '99.0.0', main: 'index.cjs' }))
      const reason = `A style imports a file that needs ${name}, and a plugin is built without tools: ship it as CSS`
      await writeFile(join(folder, 'index.cjs'), `throw new Error(${JSON.stringify(reason)})\n`)
    }),
  )
}

/**
 * The packages that read and bundle the page. Without links to them, vite would find and run those of the plugin's
 * package.
 */
const OWN = ['vite', 'rolldown']

/** Lets the page in `root`, a folder of the package, find the tools of the folder `tools` instead of the package's. */
export async function linkTools(root: string, tools: string): Promise<void> {
  await Promise.all(
    OWN.map(async (name) => {
      const link = join(root, 'node_modules', name)
      await mkdir(dirname(link), { recursive: true })
      const found = await findInstalled(tools, name)
      if (found) return symlink(await realpath(found.folder), link, 'junction')
      await mkdir(link)
      await writeFile(join(link, 'package.json'), JSON.stringify({ name, version: '0.0.0', exports: {} }))
    }),
  )
}
