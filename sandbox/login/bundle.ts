/**
 * Bundles the files that the login service needs besides the sandbox's own bundle: the scripts of its pages, and its
 * libraries for mail, OpenID and WebAuthn.
 */
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { licencesOf, type Bundled } from '../licences.ts'
import { type LoginScript, SCRIPTS } from './scripts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function bundle(options: esbuild.BuildOptions): Promise<Bundled> {
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: root,
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    format: 'esm',
    legalComments: 'none',
    logLevel: 'silent',
    ...options,
  })
  return { code: outputFiles?.[0]?.text ?? '', licences: licencesOf(root, Object.keys(metafile?.inputs ?? {})) }
}

const ENTRIES: Record<LoginScript, URL> = {
  login: new URL('page/main.ts', import.meta.url),
  solana: new URL('page/describeSolana.ts', import.meta.url),
  lock: new URL('page/lock/late.ts', import.meta.url),
  pages: new URL('page/others.ts', import.meta.url),
}

/**
 * The files that the login frame and its review window import dynamically. They stay out of the frame's script: each is
 * built as a script of its own.
 */
const LATER = [
  { file: /\/describeSolana\.ts$/, script: SCRIPTS.solana },
  { file: /\/lock\/late\.ts$/, script: SCRIPTS.lock },
]
const later: esbuild.Plugin = {
  name: 'later',
  setup(build) {
    for (const { file, script } of LATER)
      build.onResolve({ filter: file }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${script}`, external: true } : undefined,
      )
  },
}

/** Bundles one of the pages' scripts for browsers. */
export const bundleLoginPages = (script: LoginScript) =>
  bundle({
    entryPoints: [fileURLToPath(ENTRIES[script])],
    platform: 'browser',
    target: 'es2022',
    plugins: [later],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: {
      js: '/* The sandbox login. What it is made of, and the licences of that, are in the .licences.txt beside this file. */',
    },
  })

/**
 * Silences oidc-provider, which prints notices about the Node version and about features that are for development only.
 */
const quiet: esbuild.Plugin = {
  name: 'quiet',
  setup: (build) =>
    build.onLoad({ filter: /oidc-provider[\\/]lib[\\/]helpers[\\/]attention\.js$/ }, () => ({
      contents: 'export function info() {}\nexport function warn() {}',
    })),
}

/** Bundles the mail, OpenID and WebAuthn libraries for Node. */
export const bundleLoginServer = () =>
  bundle({
    entryPoints: [fileURLToPath(new URL('held.ts', import.meta.url))],
    platform: 'node',
    target: 'node20',
    keepNames: true,
    plugins: [quiet],
    banner: {
      js: [
        '/* Mail and OpenID. What it is made of, and the licences of that: login-server.licences.txt */',
        "import { createRequire as __makeRequire } from 'node:module';const require = __makeRequire(import.meta.url);",
      ].join('\n'),
    },
  })
