/** The wallet page's script as one file, for the package and for a sandbox that runs from the source. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export type Bundled = {
  code: string
  /** The licences of everything that is in the file, with their texts. */
  licences: string
}

/** The wallet's SDK brings a core of its own version; one in the file is enough. */
function coreOfSdk(): string {
  const sdk = createRequire(import.meta.url).resolve('@reown/walletkit/package.json')
  return dirname(createRequire(sdk).resolve('@walletconnect/core/package.json'))
}

/** Bundles and minifies the page's script for a browser. */
export async function bundleWallet(): Promise<Bundled> {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
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
    alias: { '@walletconnect/core': coreOfSdk() },
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    banner: { js: '/* The sandbox wallet. What it is made of, and the licences of that: wallet.licences.txt */' },
  })
  const folders = new Set(Object.keys(metafile.inputs).flatMap((path) => packageFolder(path) ?? []))
  const licences = [...folders].sort().map((folder) => licenceOf(join(root, folder)))
  return { code: outputFiles[0]?.text ?? '', licences: licences.join('\n\n') }
}

/** The folder of the package that a file is in; undefined for our own. */
const packageFolder = (path: string) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return `${name} ${version} (${license})\n${text}`.trim()
}
