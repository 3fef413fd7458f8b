/** Creates the provider that apps use, for any Substrate wallet: an extension or a remote wallet. */
import { AnswerError } from '../../errors/answer.ts'
import { coreError } from '../../errors/catalogue.ts'
import { RPC_CODES } from '../../errors/rpc.ts'
import { createListeners, type Listeners } from '../../lib/listeners.ts'
import type { Kit } from '../../contracts/kit.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import {
  type ListedAccount,
  parseResult,
  type PolkadotAccount,
  type PolkadotProvider,
  serves,
  type SignerPayload,
  type SignerRaw,
  type SignerResult,
} from './provider.ts'
import { decodeSs58, encodeSs58, prefixOf } from './ss58.ts'

export type Source = {
  /** The wallet's accounts for a network. An extension lists the same accounts for every network. */
  accounts: (caipNetworkId: CaipNetworkId) => readonly ListedAccount[]
  /** Whether the wallet accepts the network. If absent, it accepts every network. */
  takes?: (caipNetworkId: CaipNetworkId) => boolean
  signRaw: (raw: SignerRaw) => Promise<unknown>
  signPayload: (payload: SignerPayload) => Promise<unknown>
  /**
   * Signs a text as `<Bytes>text</Bytes>`. For an extension, `driver.ts` adds these tags; a remote wallet adds them
   * itself.
   */
  signText: (message: string, address: string) => Promise<unknown>
  listeners?: Pick<Listeners, 'on' | 'removeListener'>
}

/** Polkadot's relay chain. If the kit has no active Substrate network, addresses use its prefix. */
const POLKADOT: CaipNetworkId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

export const activeId = ({ state }: Kit): CaipNetworkId =>
  state.networks.polkadot.caipNetwork?.caipNetworkId ?? POLKADOT

const fault = (code: number, message: string) => Object.assign(new Error(message), { code })

/** The accounts that may be used on a network, each once, with addresses in the network's SS58 prefix. */
export function spell(listed: readonly ListedAccount[], caipNetworkId: CaipNetworkId): PolkadotAccount[] {
  const seen = new Set<string>()
  return listed.flatMap((account) => {
    const { genesisHash: _bound, key, address: _address, ...rest } = account
    if (!serves(account, caipNetworkId)) return []
    const spelled = encodeSs58(key, prefixOf(caipNetworkId))
    if (seen.has(spelled)) return []
    seen.add(spelled)
    return [{ ...rest, address: spelled }]
  })
}

export function createProvider(kit: Kit, source: Source): PolkadotProvider {
  const { on, removeListener } = source.listeners ?? createListeners()
  let answers = 0

  /** Throws code 4100 (unauthorized), without a request to the wallet, for an account that it did not share. */
  const known = (address: unknown): string => {
    const key = decodeSs58(address)?.key.join()
    const listed = source.accounts(activeId(kit))
    if (typeof address !== 'string' || !listed.some((account) => account.key.join() === key))
      throw fault(RPC_CODES.unauthorized, 'The wallet has not shown this account')
    return address
  }
  const result = (method: string, answer: unknown): SignerResult => {
    const parsed = parseResult(answer)
    if (!parsed) throw new AnswerError(method, answer)
    return { id: ++answers, ...parsed }
  }
  const accountsFor = (id: CaipNetworkId) => spell(source.accounts(id), id)
  const accounts = () => accountsFor(activeId(kit))

  const provider: PolkadotProvider = {
    get accounts() {
      return accounts()
    },
    signer: {
      signRaw: async (raw) => {
        known(raw.address)
        return result('signRaw', await source.signRaw(raw))
      },
      signPayload: async (payload) => {
        known(payload.address)
        return result('signPayload', await source.signPayload(payload))
      },
    },
    signMessage: async (message, address = accounts()[0]?.address) => {
      const own = known(address)
      return result('signMessage', await source.signText(message, own)).signature
    },
    accountsOn: ({ caipNetworkId }) => {
      const taken = source.takes?.(caipNetworkId) !== false
      const spelled = taken ? accountsFor(caipNetworkId) : []
      if (!spelled.length) throw coreError('CHAIN_NOT_SUPPORTED')
      return spelled.map(({ address }) => ({ address, type: 'eoa' }))
    },
    request: async ({ method, params }) => {
      const { address, message, transactionPayload } = isRecord(params) ? params : {}
      if (method === 'polkadot_signMessage' && typeof message === 'string') {
        const signature = await provider.signMessage(message, address === undefined ? undefined : known(address))
        return { signature }
      }
      if (method === 'polkadot_signTransaction' && isRecord(transactionPayload)) {
        known(address ?? transactionPayload['address'])
        return provider.signer.signPayload(transactionPayload as unknown as SignerPayload)
      }
      const named = method === 'polkadot_signMessage' || method === 'polkadot_signTransaction'
      throw named
        ? fault(RPC_CODES.invalidParams, `Parameters of ${method} are missing`)
        : fault(RPC_CODES.unsupportedMethod, 'The wallet does not know this method')
    },
    on,
    removeListener,
  }
  return provider
}
