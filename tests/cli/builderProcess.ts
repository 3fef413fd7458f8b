/**
 * The process of `builder.ts`: runs the CLI of a copy of this repository's source. When the worker disconnects, it
 * removes its folder and ends.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { main as Main } from '../../cli/program.ts'
import type { Order } from './builder.ts'

const [home = ''] = process.argv.slice(2)
process.once('disconnect', () => {
  rmSync(home, { recursive: true, force: true })
  process.exit()
})

const { main } = (await import(pathToFileURL(join(home, 'kit/cli/program.ts')).href)) as { main: typeof Main }
const env = { ...process.env }

process.on('message', ({ args, cwd }: Order) => {
  const said = { out: '', err: '' }
  process.stdout.write = (text) => Boolean((said.out += String(text)))
  process.stderr.write = (text) => Boolean((said.err += String(text)))
  process.chdir(cwd)
  // vite writes NODE_ENV, and a next build would take it as set by the user, so restore the environment.
  process.env = { ...env }
  void main(args).then((code) => {
    // Leave the page's folder, because the test may remove it now.
    process.chdir(home)
    process.send?.({ code, ...said })
  })
})
