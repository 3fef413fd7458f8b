/** Views of token approvals. */
import { Connection, Keypair, PublicKey } from '@solana/web3.js'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import type { CaipNetwork } from '../../../runtime/contracts/network.ts'
import { chainList, nativeCurrency } from '../../../sandbox/chains.ts'
import { IMPLEMENTATION } from '../../../sandbox/smartAccounts/addresses.ts'
import { accountOf, approval, freezing, issue, send, TOKEN_2022, U64_MAX } from '../../support/splTokens.ts'
import type { Setup } from '../page/main.ts'
import type { Catalogue } from '../states.ts'
import type { Visit } from '../visit.ts'

/** The sandbox's networks only, because no node answers for the others of the catalogue. */
const networks: CaipNetwork[] = chainList.map((chain) => ({
  ...chain,
  caipNetworkId: `eip155:${chain.id}`,
  chainNamespace: 'eip155',
  nativeCurrency,
  rpcUrls: { default: { http: [`$SANDBOX/rpc/${chain.id}`] } },
}))
const setup: Partial<Setup> = {
  config: { networks, features: { send: {}, receive: {}, approvals: {}, allWallets: 'SHOW' } },
}
/** Reading logs, from the network's own node and from the service's, which stands in for it. */
const LOGS = ['/rpc', '/v1'].map((path) => ({ path, rpc: 'eth_getLogs' }) as const)

/** Only the second network's own node: the service's, which stands in for each network's, refuses both. */
const LOGS_OF_TWO = [
  { path: '/v1', rpc: 'eth_getLogs', kind: 'status', status: 404 },
  { path: '/rpc/31338', rpc: 'eth_getLogs' },
] as const

/** Approves two tokens with the wallet, on one of the sandbox's chains. */
async function approve({ page, sandbox }: Visit, on = 31337) {
  const spenders = ['1', '2'].map((letter) => `0x${letter.repeat(40)}` as const)
  const data = [maxUint256, 25n * 10n ** 18n].map((amount, at) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spenders[at] ?? '0x', amount] }),
  )
  const calls = ['USDC', 'DAI'].map((symbol, at) => ({
    to: sandbox.tokens.find((each) => each.symbol === symbol && each.chainId === on)?.address,
    data: data[at],
  }))
  await page.evaluate(async (given) => {
    const provider = kit.getProvider('eip155')
    for (const call of given)
      await provider?.request({ method: 'eth_sendTransaction', params: [{ from: kit.getAddress('eip155'), ...call }] })
  }, calls)
}
/** On the sandbox's Solana: a delegate without a limit, one for all of a token, one for a part, and a frozen account. */
async function delegate({ sandbox }: Visit) {
  const { rpcUrl, wsUrl, accounts, mint: dollar } = sandbox.solana
  const chain = new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl })
  const key = Keypair.fromSeed(Buffer.from(accounts[0]?.secretKey ?? '', 'hex'))
  const own = key.publicKey
  const spender = (at: number) => new PublicKey(Uint8Array.from({ length: 32 }, (_, index) => at + index))
  // The same addresses every time, because the modal shows them.
  const mint = (at: number) => Keypair.fromSeed(new Uint8Array(32).fill(at))
  const [endless, whole, frozen] = [
    await issue(chain, key, TOKEN_2022, 5_000n, { mint: mint(1) }),
    await issue(chain, key, TOKEN_2022, 5_000n, { mint: mint(2) }),
    await issue(chain, key, TOKEN_2022, 5_000n, { mint: mint(3) }),
  ]
  await send(
    chain,
    key,
    approval(accountOf(own, new PublicKey(dollar.address)), own, spender(1), 25_000_000n),
    approval(endless.account, own, spender(2), U64_MAX, TOKEN_2022),
    approval(whole.account, own, spender(3), 7_000n, TOKEN_2022),
    approval(frozen.account, own, spender(4), 100n, TOKEN_2022),
    freezing(frozen.account, frozen.mint, own, TOKEN_2022),
  )
}
const delegates = async (visit: Visit) => {
  await delegate(visit)
  await visit.connect('Test wallet', 'solana')
  await visit.open()
  await visit.shows('Sandbox Dollar')
  await visit.button('Approvals').click()
  await visit.shows('Frozen')
}
const list = async (visit: Visit) => {
  await visit.connect()
  await approve(visit)
  await visit.open('Approvals')
  await visit.shows('Unlimited')
}
/** The first approval of a network. Networks show as their nodes answer: the modal's first row may be any network's. */
const firstOn = ({ modal }: Visit, network: string) =>
  modal.getByRole('list', { name: network }).getByRole('checkbox').first()
/** On both of the sandbox's networks; the first is active then. */
const approveOnBoth = async (visit: Visit) => {
  await visit.connect()
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31338'))
  await approve(visit, 31338)
  await visit.page.evaluate(() => kit.switchNetwork('eip155:31337'))
  await approve(visit)
}
const listOfBoth = async (visit: Visit) => {
  await approveOnBoth(visit)
  await visit.open('Approvals')
  await visit.modal.getByRole('list', { name: 'Sandbox Two' }).waitFor()
}
const chooseOfBoth = async (visit: Visit) => {
  await listOfBoth(visit)
  for (const name of ['Sandbox One', 'Sandbox Two']) await firstOn(visit, name).check()
  await visit.shows('End the chosen approvals: 2')
}

export const approvalViews: Catalogue = {
  Approvals: {
    loading: {
      setup,
      reach: async ({ connect, open, fault, modal }) => {
        await connect()
        fault(...LOGS.map((asked) => ({ ...asked, kind: 'hang' }) as const))
        await open('Approvals')
        await modal.locator('.bone').first().waitFor()
      },
    },
    ready: { setup, reach: list },
    empty: {
      setup,
      wallets: [{ key: 'empty' }],
      reach: async ({ connect, open, shows }) => {
        await connect()
        await open('Approvals')
        await shows('No token approvals found')
      },
    },
    error: {
      setup,
      reach: async ({ connect, open, fault, shows }) => {
        await connect()
        fault(...LOGS.map((asked) => ({ ...asked, kind: 'status', status: 500 }) as const))
        await open('Approvals')
        await shows('Approvals unavailable')
      },
    },
    offline: {
      setup,
      reach: async (visit) => {
        await list(visit)
        await visit.offline()
        await visit.shows(/may be out of date/)
      },
    },
    unsupported: 'shell',
    progress: {
      setup,
      reach: async (visit) => {
        await list(visit)
        await firstOn(visit, 'Sandbox One').check()
        await visit.wallet('set', { answer: 'hold' })
        await visit.button(/^End the chosen/).click()
        await visit.shows(/^Confirm in your wallet/)
      },
    },
    done: 'instant',
    more: {
      'empty.unread': {
        setup,
        reach: async (visit) => {
          await visit.connect()
          await approve(visit)
          visit.fault({ path: '/', rpc: 'eth_call', kind: 'status', status: 500 })
          await visit.open('Approvals')
          await visit.shows(/^Approvals that were not checked: \d/)
          await visit.shows('Nothing found on Sandbox Two.')
        },
      },
      'ready.solana': { setup: { ...setup, others: true }, reach: delegates },
      'ready.code': {
        setup,
        wallets: [{ batch: IMPLEMENTATION }],
        reach: async (visit) => {
          await visit.connect()
          await visit.page.evaluate(async () => {
            const to = kit.getAddress('eip155') ?? ''
            await kit.sendCalls([1n, 2n].map((value) => ({ to, value })))
          })
          await approve(visit)
          await visit.open('Approvals')
          await visit.shows(/^Your account runs the code/)
        },
      },
      'ready.networks': { setup, reach: chooseOfBoth },
      'ready.waiting': {
        setup,
        reach: async (visit) => {
          await approveOnBoth(visit)
          const [service, own] = LOGS_OF_TWO
          visit.fault(service, { ...own, kind: 'hang' })
          await visit.open('Approvals')
          await visit.shows('Unlimited')
          await visit.shows('Still reading: Sandbox Two')
        },
      },
      'error.network': {
        setup,
        reach: async (visit) => {
          await approveOnBoth(visit)
          const [service, own] = LOGS_OF_TWO
          visit.fault(service, { ...own, kind: 'status', status: 404 })
          await visit.open('Approvals')
          await visit.shows('Unlimited')
          await visit.shows(/node did not answer/)
        },
      },
      'error.switch': {
        setup,
        reach: async (visit) => {
          await listOfBoth(visit)
          await firstOn(visit, 'Sandbox Two').check()
          await visit.wallet('set', { switch: 'unknown', add: 'reject' })
          await visit.button(/^End the chosen/).click()
          await visit.shows(/^Your wallet did not switch to/)
        },
      },
      'progress.networks': {
        setup,
        reach: async (visit) => {
          await listOfBoth(visit)
          await firstOn(visit, 'Sandbox Two').check()
          await visit.wallet('set', { answer: 'hold' })
          await visit.button(/^End the chosen/).click()
          await visit.shows('Switch to Sandbox Two in your wallet')
        },
      },
      'ready.chosen': {
        setup,
        reach: async (visit) => {
          await list(visit)
          await firstOn(visit, 'Sandbox One').check()
          await visit.shows('End the chosen approvals: 1')
        },
      },
    },
  },
}
