/** What React alone weighs, built by the project's own vite: the part of a page that walletkit did not add. */
import { isReact } from '../graph.ts'
import type { Vite } from '../project.ts'
import type { OutputFile } from './collect.ts'
import { gzip } from './weigh.ts'

const ENTRY = '\0walletkit:react'

/** Gzip bytes; 0 when the build holds no React. Nothing is written. */
export async function weighReact(vite: Vite, root: string, files: readonly OutputFile[]): Promise<number> {
  const ids = files.flatMap(({ modules }) => modules.map(({ id }) => id)).filter(isReact)
  if (!ids.length) return 0
  const doors = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'].filter((door) =>
    ids.some((id) => fits(id, door)),
  )
  const text = `${doors.map((door, at) => `import * as d${at} from '${door}'`).join('\n')}\nglobalThis.react = [${doors.map((_, at) => `d${at}`).join(', ')}]\n`
  const result = await vite.build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'walletkit:react',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? text : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      copyPublicDir: false,
      // vite 6 and 7 know the older name only, vite 8 takes both.
      rollupOptions: { input: ENTRY },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  return outputs
    .flatMap(({ output }) => output)
    .reduce((sum, item) => (item.type === 'chunk' ? sum + gzip(item.code) : sum), 0)
}

/** Whether a module of React belongs to a door: react-dom's client half is a file of its own. */
function fits(id: string, door: string): boolean {
  const path = id.replaceAll('\\', '/')
  if (door === 'react-dom/client') return /\/react-dom\/.*client/.test(path)
  if (door === 'react/jsx-runtime') return /\/react\/.*jsx-runtime/.test(path)
  return path.includes(`/node_modules/${door}/`)
}
