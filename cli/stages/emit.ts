/** A selection -> the module that a page imports. The only printer; pure. */
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
    `export const config = ${JSON.stringify(config, null, 2)}`,
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
