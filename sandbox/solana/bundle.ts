/** Bundles the loader of the Solana chain's native builds into one file of the package. */
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { licencesOf, type Bundled } from '../licences.ts'

export async function bundleSolana(): Promise<Bundled> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { outputFiles, metafile } = await esbuild.build({
    stdin: {
      contents: "module.exports = require('litesvm/dist/internal.js')",
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'silent',
    // Do not bundle the native builds: each is in a package for its system, or in a file beside the loader.
    external: ['litesvm-*', './litesvm.*'],
    banner: {
      js: '/* The loader of the Solana chain. What it is made of, and the licence of that: litesvm.licences.txt */',
    },
  })
  return { code: outputFiles[0]?.text ?? '', licences: licencesOf(root, Object.keys(metafile.inputs)) }
}
