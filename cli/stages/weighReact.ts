/** Measures React alone, built by the project's own vite, because walletkit did not add that part of the page. */
import { isReact } from '../graph.ts'
import type { Vite } from '../project.ts'
import type { OutputFile } from './collect.ts'
import { gzip } from './weigh.ts'

const ENTRY = '\0walletkit:react'

/** Gzip bytes, or 0 when the build does not contain React. Writes nothing to disk. */
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
      // vite 6 and 7 only know the older name `rollupOptions`; vite 8 accepts both.
      rollupOptions: { input: ENTRY },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  return outputs
    .flatMap(({ output }) => output)
    .reduce((sum, item) => (item.type === 'chunk' ? sum + gzip(item.code) : sum), 0)
}

/** Whether a module is part of an entry point of React, such as `react-dom/client`, which is a file of its own. */
function fits(id: string, door: string): boolean {
  const path = id.replaceAll('\\', '/')
  if (door === 'react-dom/client') return /\/react-dom\/.*client/.test(path)
  if (door === 'react/jsx-runtime') return /\/react\/.*jsx-runtime/.test(path)
  return path.includes(`/node_modules/${door}/`)
}
