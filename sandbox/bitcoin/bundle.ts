/**
 * Bundles the Bitcoin node's library into one file of the package, because installing the library needs a compiler and
 * running it does not.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { licencesOf, type Bundled } from '../licences.ts'
import { environment, parts } from './library.ts'

/**
 * Modules that replace the library's native parts. The library works without `bindings` and `loady`, and the sandbox
 * keeps its chain in memory, so the on-disk database `leveldown` is never opened.
 */
const standIns: Record<string, string> = {
  bindings: "module.exports = () => { throw new Error('No native code') }",
  loady: "module.exports = () => { throw new Error('No native code') }",
  leveldown: 'module.exports = class {}',
}

const unbuilt: esbuild.Plugin = {
  name: 'stand-ins',
  setup(build) {
    build.onResolve({ filter: /^(bindings|loady|leveldown)$/ }, ({ path }) => ({ path, namespace: 'stand-in' }))
    // Node warns about the old Buffer constructor, except in code inside node_modules; in the bundle the warning would
    // appear.
    build.onLoad({ filter: /drbg\.js[\\/]hmac\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      return { contents: text.replaceAll('new Buffer([', 'Buffer.from([').replaceAll('new Buffer(', 'Buffer.alloc(') }
    })
    build.onLoad({ filter: /.*/, namespace: 'stand-in' }, ({ path }) => ({ contents: standIns[path] ?? '' }))
  },
}

/** Bundles and minifies the parts that `library.ts` uses. */
export async function bundleBitcoin(): Promise<Bundled> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const lines = Object.entries(parts).map(([name, path]) => `exports.${name} = require('${path}')`)
  const { outputFiles, metafile } = await esbuild.build({
    stdin: { contents: lines.join('\n'), resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    keepNames: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [unbuilt],
    define: Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)]),
    ),
    banner: { js: '/* A Bitcoin node. What it is made of, and the licences of that: bcoin.licences.txt */' },
  })
  return { code: outputFiles[0]?.text ?? '', licences: licencesOf(root, Object.keys(metafile.inputs)) }
}
