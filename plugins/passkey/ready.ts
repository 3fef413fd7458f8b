/**
 * What the passkey may sign for a request. All of it is prepared before the visitor confirms, because some browsers
 * open the passkey window only within the click.
 */
import { type PluginKit, ref } from 'walletkit/plugin'
import type { Hex } from 'viem'
import { accountOf, messageChallenge } from './account.ts'
import { passkeyError } from './errors.ts'
import { type FeeMark, markOf, usualFee } from './fee.ts'
import { feeTokensOn } from './feeTokens.ts'
import { judgeFee } from './judge.ts'
import type { Paymaster } from './paymaster.ts'
import { exists, type Prepared, prepare } from './prepare.ts'
import type { Asked } from './provider.ts'
import type { Rpc } from './rpc.ts'
import { mayRunBesides, settleSigned } from './signed.ts'
import type { Passkey } from './stored.ts'
import type { TokenFee } from './tokenFee.ts'

/**
 * A way to pay the fee. `fee`: the most that the gas can cost, in wei; 0 if a sponsor pays and takes nothing. `usual`:
 * what such calls usually cost, in wei, or in base units of `token` if there is one. `feeMark`: why to mark the fee for
 * the visitor. `sponsor`: who pays the fee instead of the account. `token`: the token in which the account repays the
 * sponsor.
 */
export type Way = {
  fee: bigint
  usual?: bigint | undefined
  feeMark?: FeeMark | undefined
  sponsor?: string | undefined
  token?: TokenFee | undefined
}

/**
 * What to sign: a message, or the operation for one of the ways to pay the fee. `isNew`: the account that signs the
 * message does not exist on the network yet.
 */
export type Ready = { challenge: Hex; prepared?: Prepared; way?: Way; isNew?: boolean }

type Wallet = { kit: PluginKit; rpc: Rpc; passkey: Passkey; feeTokens: readonly string[] | undefined }

const paymasterOn = (
  { kit, feeTokens }: Wallet,
  chainId: number,
  usual: Promise<bigint | undefined>,
): Paymaster | undefined =>
  kit.services.includes('paymaster')
    ? {
        ask: kit.chain.askPaymaster,
        name: location.host,
        tokens: feeTokensOn(feeTokens, chainId),
        judge: (fee, cost) => judgeFee(kit, chainId, { fee, cost, usual }),
      }
    : undefined

async function operationsOf(wallet: Wallet, { chainId, calls }: Asked & { kind: 'calls' }): Promise<Ready[]> {
  const { kit, rpc, passkey } = wallet
  const asked = usualFee(kit, chainId, calls)
  const [ways, usual] = await Promise.all([
    prepare(rpc, chainId, passkey, calls, paymasterOn(wallet, chainId, asked)),
    asked,
    settleSigned(kit, { chainId, account: passkey.account }),
  ])
  return ways.map((prepared) => {
    const { fee, sponsor, token, hash, judged = { usual, feeMark: markOf(fee, usual) } } = prepared
    // `ref` keeps the token out of valtio's proxies, because nothing in it changes.
    const way = { fee, ...judged, sponsor, token: token && ref(token) }
    return { challenge: hash, prepared, way }
  })
}

/**
 * What can be signed: an operation for each way to pay, the default first, or one message. Rejects if there is none.
 */
export async function readyOf(wallet: Wallet, asked: Asked): Promise<readonly Ready[]> {
  if (asked.kind === 'calls') return operationsOf(wallet, asked)
  const { rpc, passkey } = wallet
  const isNew = !(await exists(rpc, passkey.account))
  if (isNew && accountOf(passkey) !== passkey.account) throw passkeyError('PASSKEY_NETWORK')
  return [{ challenge: messageChallenge(passkey.account, asked.chainId, asked.hash), isNew }]
}

/** Whether an operation signed earlier could still run in addition to the one that is ready: both might be paid. */
export function isBesideEarlier(kit: Pick<PluginKit, 'storage'>, [first]: readonly Ready[]): boolean {
  if (!first?.prepared) return false
  const { chainId, operation } = first.prepared
  return mayRunBesides(kit, { chainId, account: operation.sender, nonce: operation.nonce })
}
