/** A selection -> the module that a page imports. The only printer; pure. */
import { CORE_FEATURES } from '../../schema/resolve.ts'
import type { Selection } from './select.ts'

const nameOf = (prefix: string, id: string) =>
  prefix + id.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())

export function emit({
  config,
  plugins,
  chains,
}: Pick<Selection, 'config' | 'chains'> & { plugins: readonly { id: string }[] }): string {
  const chainNames = [...chains].sort().map((id) => ({ id, name: nameOf('chain', id) }))
  const pluginNames = plugins
    .map(({ id }) => id)
    .sort()
    .map((id) => ({ id, name: nameOf('plugin', id) }))
  const lines = [
    ...chainNames.map(({ id, name }) => `import ${name} from 'walletkit/chains/${id}'`),
    ...pluginNames.map(({ id, name }) => `import ${name} from 'walletkit/plugins/${id}'`),
    '',
    `export const config = ${JSON.stringify(terse(config), null, 2)}`,
    '',
    'export const generated = {',
    '  config,',
    `  chains: [${chainNames.map(({ name }) => name).join(', ')}],`,
    `  plugins: [${pluginNames.map(({ name }) => name).join(', ')}],`,
    '}',
    '',
    'export default generated',
  ]
  return `${lines.join('\n').trimStart()}\n`
}

/** The config without what the runtime assumes anyway: every byte of it comes with the page. */
function terse({ features, networks, ...config }: Selection['config']): Selection['config'] {
  const assumed: Readonly<Record<string, unknown>> = CORE_FEATURES
  const told = Object.entries(features ?? {}).filter(([key, value]) => assumed[key] !== value)
  return {
    ...config,
    ...(networks && {
      networks: networks.map(({ rpcUrls, ...network }) => {
        const { default: asked, chainDefault } = rpcUrls
        const same = chainDefault?.http.join() === asked.http.join()
        return { ...network, rpcUrls: same || !chainDefault ? { default: asked } : { default: asked, chainDefault } }
      }),
    }),
    ...(told.length && { features: Object.fromEntries(told) }),
  }
}
