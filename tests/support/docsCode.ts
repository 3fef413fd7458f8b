/** The code blocks of the docs, and the code before them without which some would not compile. */
import type { Page } from '../../cli/repo/docs/site.ts'

/** A code block. `name` is the file name that the guide writes above it, if any; `at` is its number on the page. */
export type Block = { page: string; language: string; code: string; name: string | undefined; at: number }

const BLOCK = /^(?:\*\*`([^`\n]+)`\*\*\n\n)?```(\w+)\n([^]*?)^```$/gm

/** Blocks in the order of the page; `at` counts the blocks of each language that have no name. */
export function blocksOf({ path, markdown }: Page): Block[] {
  const counts = new Map<string, number>()
  return [...markdown.matchAll(BLOCK)].map(([, name, language = '', code = '']) => {
    const at = counts.get(language) ?? 0
    if (name === undefined) counts.set(language, at + 1)
    return { page: path, language, code, name, at }
  })
}

/** The code that a reader already has before a block, without which the block would not compile; by page and `at`. */
const KIT = "import { createWalletKit } from 'walletkit'\nimport { generated } from 'virtual:walletkit'"
const SERVER = "import { createSiwxServer, expressHandler, fetchHandler, redisStore } from 'walletkit/siwx-server'"
const SANDBOX = "declare const sandbox: import('walletkit-sandbox').Sandbox"
const WHO = "declare const owner: import('viem').PrivateKeyAccount; declare const keyAccount: typeof owner"
const HEX = (names: string) => names.split(' ').map((name) => `declare const ${name}: \`0x\${string}\``)

export const BEFORE: Readonly<Record<string, string>> = {
  'features/smart-sessions 0': "declare const kit: import('walletkit').WalletKit",
  'features/send 0': "declare const kit: import('walletkit').WalletKit",
  'guides/chains 0': [
    KIT,
    "declare const harbor: import('walletkit').Chain; declare const networks: import('walletkit').CaipNetwork[]",
    'const { config } = generated',
  ].join('\n'),
  'guides/sandbox 0': `${SANDBOX}; declare const address: string; declare const rows: import('walletkit-sandbox').HistoryRow[]`,
  'guides/sandbox 1': [
    "import { createBundlerClient } from 'viem/account-abstraction'",
    "import { http, type Chain, type PublicClient } from 'viem'",
    'declare const client: PublicClient; declare const chain: Chain; declare const rpcUrl: string',
  ].join('\n'),
  'guides/sandbox 2': [
    SANDBOX,
    WHO,
    ...HEX('to token data key'),
    "declare const expiry: number; declare const calls: import('walletkit-sandbox').Call[]",
  ].join('\n'),
  'guides/devtools 0': '/// <reference types="vite/client" />',
  'guides/sign-in 0': `${KIT}\ndeclare const own: import('walletkit').SIWX\nconst { createMessage, addSession, revokeSession, setSessions, getSessions } = own`,
  'guides/sign-in 1': `${KIT}\ndeclare const own: Required<import('walletkit').SiweConfig>\nconst { getNonce, getMessageParams, createMessage, verifyMessage, getSession, signOut } = own`,
  'guides/sign-in 3': `${SERVER}\nconst siwx = createSiwxServer({ domain: 'app.example' })\ndeclare const app: { use: (handler: ReturnType<typeof expressHandler>) => void }`,
  'guides/sign-in 4': `${SERVER}\nconst siwx = createSiwxServer({ domain: 'app.example' })\ndeclare const request: Request`,
  'guides/sign-in 5': SERVER,
  'guides/sign-in 6': SERVER,
  'guides/testing 1': [
    "import type { Page } from 'playwright-core'",
    'declare const page: Page; declare const url: string; declare const chains: { id: number; rpcUrl: string }[]',
  ].join('\n'),
  'guides/testing 2': [
    "import { installTestWallet } from 'walletkit/test'",
    'declare const chains: { id: number; rpcUrl: string }[]; declare const keys: `0x${string}`[]',
    'declare const rpcUrl: string; declare const url: string',
  ].join('\n'),
  'inside/runtime-chains-bip122 0': [
    "declare const kit: import('walletkit').WalletKit",
    'declare const psbt: string; declare const recipient: string',
  ].join('\n'),
  'inside/runtime-chains-polkadot 0': [
    "declare const kit: import('walletkit').WalletKit",
    'declare const to: string; declare const amount: bigint',
    "type Sign = (from: string, options: Pick<import('@polkadot/api/types').SignerOptions, 'signer'>) => Promise<unknown>",
    'declare const api: { tx: { balances: { transferKeepAlive: (to: string, amount: bigint) => { signAndSend: Sign } } } }',
  ].join('\n'),
  'inside/sandbox-exchange 0': SANDBOX,
}
