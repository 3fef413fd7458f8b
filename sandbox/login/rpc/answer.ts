/** Answers `RPC_REQUEST`: with the user's keys, from what the service knows, or by asking the chain. */
import { isAddress, isAddressEqual, type Hex, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { User } from '../database.ts'
import { Denied } from '../denied.ts'
import type { Transient } from '../transient.ts'
import type { Keys } from '../keys.ts'
import { type Chains, evmOf, hasSmart, smartOf as smartAccountsOf } from './chain.ts'
import { hexOf, isEvm, referenceOf } from './chainId.ts'
import { hexToBytes, isHex } from './hex.ts'
import { classOf, NOT_ALLOWED } from './methods.ts'
import { ACTING, refuseOwn } from './ownCalls.ts'
import { addressOf, listOf, messageOf, refuseOtherChain, typedDataOf } from './params.ts'
import { grant, revoke } from './permissions.ts'
import { recorded } from './recorded.ts'
import { kindOf, pick, type SenderOf } from './sender.ts'
import { createSending } from './send.ts'
import { answerSolana } from './solana.ts'
import { createSponsoring } from './sponsoring.ts'
import { assets, capabilities } from './wallet.ts'

/**
 * Checks an `eth_sendUserOperation`. The operation is signed already, and the bundler verifies the signature.
 * @throws Invalid if the operation's sender is no address
 */
const checkOperation = async (params: unknown) =>
  void addressOf((listOf(params)[0] as { sender?: unknown } | undefined)?.sender)

/** `site` is the origin that asks. */
export type Request = { method: string; params: unknown; caip: string; site: string }

/**
 * A user whose request is answered. `keys` decrypts the keys; it is called only for a request that needs a signature.
 * `record` records that a request of a method that needs the person's approval is carried out. It is called once,
 * before a signature leaves this service (for `eth_sendUserOperation`, the one that the operation came with), and not
 * for a request without a signature.
 */
export type Signer = { user: User; keys: () => Promise<Keys>; record: () => Promise<void> }

/** Returns a function that resolves with the account of the EVM key. Its first call decrypts the keys. */
function ownerOf(keys: Signer['keys'], record: Signer['record']): () => Promise<PrivateKeyAccount> {
  let opened: Promise<PrivateKeyAccount> | undefined
  return () => (opened ??= keys().then(({ evm }) => recorded(privateKeyToAccount(evm), record)))
}

async function onSolana(chains: Chains, { user, keys, record }: Signer, { method, params, caip }: Request) {
  const { solana } = await keys()
  try {
    return await answerSolana(chains, caip, { seed: solana, address: user.solana, record }, method, params)
  } finally {
    solana.fill(0)
  }
}

export function createRpc(chains: Chains, transient: Transient, now: () => number) {
  const sponsoring = createSponsoring(chains, now, transient)
  const sending = createSending(chains, now, transient, sponsoring)
  const smartOf = async (user: User, caip: string) =>
    hasSmart(chains, caip) ? smartAccountsOf(chains, caip).addressOf(referenceOf(caip), user.evm as Hex) : undefined

  const onEvm = async ({ user, keys, record }: Signer, { method, params, caip, site }: Request) => {
    const owner = ownerOf(keys, record)
    const own = user.evm as Hex
    const pickAt = async (address: Hex | undefined, chain: string) =>
      pick(own, await smartOf(user, chain), user.preferred === 'smartAccount', address)
    const senderOf: SenderOf = async (address, chain) => ({ ...(await pickAt(address, chain)), owner: await owner() })
    const kind = async (address: Hex, chain: string) => kindOf(own, await smartOf(user, chain), address)
    if (ACTING.includes(method)) {
      const smart = await smartOf(user, caip)
      refuseOwn(method, params, [user.evm, ...(smart ? [smart] : [])], now())
    }
    switch (method) {
      case 'personal_sign': {
        const { message, address } = messageOf(params)
        // As bytes, because viem joins an odd number of digits to its prefix so that it signs other bytes than are shown.
        const content = isHex(message) ? { raw: hexToBytes(message) } : message
        const { smart, owner: signer } = await senderOf(address, caip)
        return smart
          ? smartAccountsOf(chains, caip).signMessage(referenceOf(caip), signer, content)
          : signer.signMessage({ message: content })
      }
      case 'eth_signTypedData_v4': {
        const { address, data } = typedDataOf(params)
        const { smart } = await pickAt(address, caip)
        const [own, contract] = [await smartOf(user, caip), data.domain['verifyingContract']]
        if (own !== undefined && typeof contract === 'string' && isAddress(contract) && isAddressEqual(own, contract))
          throw new Denied('Typed data of the account itself may not be signed for a site', 403, 4100)
        const typed = data as object as TypedDataDefinition
        const signer = await owner()
        return smart
          ? smartAccountsOf(chains, caip).signTypedData(referenceOf(caip), signer, typed)
          : signer.signTypedData(typed)
      }
      case 'eth_sendTransaction':
        return sending.transaction(senderOf, caip, params)
      case 'wallet_sendCalls':
        return sending.calls({ user: user.id, site }, senderOf, caip, params)
      case 'wallet_getCallsStatus':
        return sending.status({ user: user.id, site }, listOf(params)[0])
      case 'wallet_getCapabilities':
        return capabilities(chains, params, site, kind)
      case 'wallet_getAssets':
        return assets(chains, params, async (address) => {
          const smart = await Promise.all(chains.bundlers.map(({ node }) => smartOf(user, node.caipNetworkId)))
          return [user.evm, ...smart].some((each) => each !== undefined && isAddressEqual(each as Hex, address))
        })
      case 'wallet_grantPermissions':
        evmOf(chains, caip)
        return grant(chains, await owner(), caip, params, now())
      case 'wallet_revokePermissions':
        evmOf(chains, caip)
        return revoke(chains, await owner(), caip, params)
      case 'eth_accounts':
        return [(await pickAt(undefined, caip)).address]
      case 'eth_chainId':
        return hexOf(caip)
      default:
        if (method === 'eth_sendUserOperation') await checkOperation(params).then(record)
        // Everything else goes to the chain's node. Parameters that are no list are replaced by an empty list.
        return evmOf(chains, caip).request(method, listOf(params))
    }
  }

  return {
    smartOf,
    /** Asks the paymaster that a batch names, before the person sees the batch. Null if the person pays. */
    sponsor: async (user: User, { params, ...where }: Omit<Request, 'method'>) =>
      sponsoring.offer(params, { user, smart: await smartOf(user, where.caip), ...where }),
    async answer(signer: Signer, request: Request): Promise<unknown> {
      const { method, params, caip } = request
      if (!classOf(method)) throw new Denied(NOT_ALLOWED, 400, 4200)
      if (method.startsWith('solana_') === isEvm(caip)) throw new Denied(`${method} is not for ${caip}`, 400, 4200)
      refuseOtherChain(method, params, caip)
      if (isEvm(caip)) return onEvm(signer, request)
      return onSolana(chains, signer, request)
    },
  }
}
