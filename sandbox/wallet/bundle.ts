/** Bundles the wallet page's script into one file, for the package and for a sandbox that runs from source. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { licencesOf, type Bundled } from '../licences.ts'

/** The folder of the copy of a package that the wallet's SDK uses, so that the bundle contains only that copy. */
function ofSdk(name: string): string {
  const sdk = createRequire(import.meta.url).resolve('@reown/walletkit/package.json')
  return dirname(createRequire(sdk).resolve(`${name}/package.json`))
}

/** Bundles and minifies the page's script for a browser. */
export async function bundleWallet(): Promise<Bundled> {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('page/main.ts', import.meta.url))],
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    legalComments: 'eof',
    logLevel: 'silent',
    alias: Object.fromEntries(['@walletconnect/core', '@walletconnect/utils'].map((name) => [name, ofSdk(name)])),
    inject: [fileURLToPath(new URL('page/buffer.ts', import.meta.url))],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    banner: { js: '/* The sandbox wallet. What it is made of, and the licences of that: wallet.licences.txt */' },
  })
  return { code: outputFiles[0]?.text ?? '', licences: licencesOf(root, Object.keys(metafile.inputs)) }
}
