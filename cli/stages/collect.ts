/** Collects what a build wrote, for the report. */
import type { Plugin } from 'vite'
import { SCRIPT_CHUNK } from '../graph.ts'
import type { WalletKitApi } from '../vite.ts'

export type OutputModule = { id: string; code: string; bytes: number }
export type OutputFile = {
  name: string
  content: Buffer
  kind: 'script' | 'style' | 'page' | 'other'
  isEntry: boolean
  /** Names of the files that load together with this one. */
  imports: readonly string[]
  /** Names of the files that this file's code imports lazily. */
  lazyImports: readonly string[]
  modules: readonly OutputModule[]
}

export type Output = { files: OutputFile[]; api: WalletKitApi | undefined; folder: string }

const kindOf = (name: string): OutputFile['kind'] =>
  /\.m?js$/.test(name) ? 'script' : name.endsWith('.css') ? 'style' : name.endsWith('.html') ? 'page' : 'other'

type Bundle = Parameters<Extract<Plugin['writeBundle'], (...args: never[]) => unknown>>[1]

/**
 * A vite plugin that collects the build's files and changes none. `isInMemory`: the build has `write: false`, so vite
 * does not call `writeBundle`, and the plugin collects in `generateBundle`.
 */
export function collector(isInMemory = false): { plugin: Plugin; output: Output } {
  const output: Output = { files: [], api: undefined, folder: '' }
  const plugin: Plugin = {
    name: 'walletkit:collect',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      output.api = config.plugins.find(({ name }) => name === 'walletkit')?.api as WalletKitApi | undefined
    },
    ...(isInMemory
      ? { generateBundle: { order: 'post', handler: (_options, bundle) => void (output.files = filesOf(bundle)) } }
      : {
          writeBundle(options, bundle) {
            output.folder = options.dir ?? ''
            output.files = filesOf(bundle)
          },
        }),
  }
  return { plugin, output }
}

export const filesOf = (bundle: Bundle): OutputFile[] =>
  Object.values(bundle).map((item) => {
    if (item.type === 'asset') {
      const content = Buffer.from(item.source)
      return {
        name: item.fileName,
        content,
        kind: kindOf(item.fileName),
        isEntry: false,
        imports: [],
        lazyImports: [],
        modules: [],
      }
    }
    const modules = Object.entries(item.modules).map(([id, { code, renderedLength }]) => ({
      id,
      code: code ?? '',
      bytes: renderedLength,
    }))
    return {
      name: item.fileName,
      content: Buffer.from(item.code),
      kind: 'script',
      isEntry: item.isEntry || item.name === SCRIPT_CHUNK,
      imports: item.imports,
      lazyImports: item.dynamicImports,
      modules,
    }
  })
