/** A checked config -> what the build takes. Pure but for the wallet list that the config may name. */
import type { Config } from '../../runtime/config.ts'
import type { Piece } from '../../schema/pieces.ts'
import { resolveConfig } from '../../schema/resolve.ts'
import { messages } from '../messages.ts'
import { listReader, type Loaded } from './load.ts'

/** See `Parts` in runtime/config.ts. */
export type Part = 'remote' | 'analytics' | 'siwx'

export type Selection = {
  config: Config
  plugins: readonly Piece[]
  chains: readonly string[]
  /** Parts of the core that the page fetches when they are first wanted. */
  parts: readonly Part[]
  /** Plugins of the package that the build must not hold. */
  off: readonly Piece[]
  leftOut: readonly string[]
  notes: readonly string[]
  sandbox: boolean
  budgets: { eager: number; firstOpen: number }
}

export const BUDGETS = { eager: 6000, firstOpen: 30_000 }
/** What each further kind of chain may add: its thunks, and the search for its wallets. */
const FURTHER_CHAIN = { eager: 150, firstOpen: 1000 }

/** Budgets of a page with so many kinds of chain, in gzip bytes of walletkit over React. */
const budgetsFor = (kinds: number) => {
  const further = Math.max(0, kinds - 1)
  return {
    eager: BUDGETS.eager + further * FURTHER_CHAIN.eager,
    firstOpen: BUDGETS.firstOpen + further * FURTHER_CHAIN.firstOpen,
  }
}

const partsOf = ({ services, features, enableWalletConnect, siwx }: Config): Part[] => [
  ...(services?.relay && enableWalletConnect !== false ? (['remote'] as const) : []),
  ...(services?.analytics && features?.['analytics'] !== false ? (['analytics'] as const) : []),
  ...(siwx ? (['siwx'] as const) : []),
]

export function select(loaded: Loaded, sandboxUrl = process.env.WALLETKIT_SANDBOX_URL): Selection | undefined {
  const { value, rules, path } = loaded
  if (!value) return undefined
  const { config, plugins, chains, leftOut, sandbox } = resolveConfig(value, {
    pieces: rules.pieces,
    sandboxUrl: sandboxUrl || undefined,
    readList: listReader(path),
  })
  const chosen = rules.pieces.filter(({ id }) => plugins.includes(id)).sort((a, b) => (a.id < b.id ? -1 : 1))
  const named: Record<string, unknown> = config.services ?? {}
  return {
    config,
    plugins: chosen,
    chains,
    parts: partsOf(config),
    off: rules.pieces.filter(({ id }) => !plugins.includes(id)),
    leftOut,
    notes: [
      ...chosen.flatMap(({ feature, permissions }) =>
        permissions.services.filter((key) => !named[key]).map((key) => messages.noService(feature, key)),
      ),
      ...(config.features?.['analytics'] !== false && !named['analytics']
        ? [messages.noService('analytics', 'analytics')]
        : []),
    ],
    sandbox,
    budgets: { ...budgetsFor(chains.length), ...(value.budgets as Partial<typeof BUDGETS> | undefined) },
  }
}
