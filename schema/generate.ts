/**
 * Writes schema/generated: the composed schema, its types, the network table, the names of events, the feature list.
 * `--check` writes nothing, and exits with 1 if a file is stale. Run it with `npx tsx schema/generate.ts`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Chain } from 'viem'

/** The EVM networks that configs can name by id. The last ones are today's test networks and other common networks. */
const EVM = [
  1, 5, 11155111, 10, 420, 42161, 421613, 137, 80001, 42220, 1313161554, 1313161555, 56, 97, 43114, 43113, 324, 280,
  100, 8453, 84531, 84532, 7777777, 999, 5000, 59144, 534352, 250, 8217, 560048, 421614, 11155420, 80002, 59141, 534351,
  300, 130, 1301, 146, 81457, 80094, 480,
]
/** The viem export to use for ids that several of viem's networks share: the network that is still in use. */
const CHOSEN: Record<number, string> = {
  324: 'zksync',
  999: 'hyperEvm',
  8217: 'kaia',
  8453: 'base',
  84532: 'baseSepolia',
}
/** The one network in {@link EVM} that viem no longer has. */
const GONE = {
  id: 280,
  name: 'zkSync Era Testnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://testnet.era.zksync.dev'] } },
  blockExplorers: { default: { name: 'zkExplorer', url: 'https://goerli.explorer.zksync.io' } },
  testnet: true,
}

const file = (name: string) => fileURLToPath(new URL(`./generated/${name}`, import.meta.url))

async function networks(): Promise<string> {
  const chains = Object.entries(await import('viem/chains')) as [string, Chain | undefined][]
  const rows = EVM.map((id) => {
    const all = chains.filter(([, chain]) => chain?.id === id)
    const [, chain] = all.find(([name]) => name === CHOSEN[id]) ?? all[0] ?? []
    if (!chain && id !== GONE.id) throw new Error(`viem no longer has the network ${id}`)
    if (!chain) return GONE
    const { name, nativeCurrency, rpcUrls, blockExplorers, testnet } = chain
    const { name: currency, symbol, decimals } = nativeCurrency
    const explorer = blockExplorers?.default
    return {
      id,
      name,
      nativeCurrency: { name: currency, symbol, decimals },
      rpcUrls: { default: { http: [...rpcUrls.default.http] } },
      ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url.replace(/\/$/, '') } } }),
      ...(testnet && { testnet: true }),
    }
  })
  return json(rows)
}

/** The names of the core's tracking events, for the CLI, which imports none of the runtime's values. */
async function coreEvents(): Promise<string[]> {
  const source = await readFile(fileURLToPath(new URL('../runtime/plugin.ts', import.meta.url)), 'utf8')
  const [, members = ''] = /^export interface CoreEvents \{\n([^]*?)^\}/m.exec(source) ?? []
  const names = [...members.matchAll(/^ {2}([A-Z_]+):/gm)].flatMap(([, name]) => name ?? [])
  if (!names.length) throw new Error('runtime/plugin.ts has no CoreEvents')
  return names
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Passes every generated file to `write`, the network table first, because the code for the others reads that file. */
export async function generate(write: (name: string, text: string) => Promise<void>): Promise<void> {
  await write('networks.json', await networks())
  await write('coreEvents.json', json(await coreEvents()))
  const { loadPieces, readJson } = await import('../cli/package.ts')
  const { composeSchema } = await import('./compose.ts')
  const { networkIds } = await import('./networks.ts')
  const { onByDefault } = await import('./pieces.ts')
  const { compile } = await import('json-schema-to-typescript')
  const pieces = await loadPieces()
  const schema = composeSchema(
    await readJson(fileURLToPath(new URL('./base.schema.json', import.meta.url))),
    pieces,
    networkIds(),
  )
  await write('schema.json', json(schema))
  await write(
    'features.json',
    json(
      pieces.map((piece) => ({
        feature: piece.feature,
        available: piece.available,
        on: onByDefault(piece),
        login: piece.permissions.services.includes('secureSite'),
      })),
    ),
  )
  const bannerComment = '/* Written by schema/generate.ts from the composed schema. Do not edit. */'
  const style = { semi: false, singleQuote: true, printWidth: 120 }
  const types = structuredClone(schema)
  await write(
    'config.d.ts',
    await compile(types, 'WalletKitConfig', { bannerComment, style, ignoreMinAndMaxItems: true }),
  )
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const check = process.argv.includes('--check')
  const stale: string[] = []
  await generate(async (name, text) => {
    const old = await readFile(file(name), 'utf8').catch(() => undefined)
    if (old === text) return
    stale.push(name)
    if (check) return
    await mkdir(file('.'), { recursive: true })
    await writeFile(file(name), text)
  })
  if (stale.length) console.error(`${check ? 'Stale' : 'Written'}: ${stale.join(', ')}`)
  if (check && stale.length) process.exit(1)
}
