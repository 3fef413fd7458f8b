/** The {@link Signer} of a Wallet Standard wallet. */
import { coreError } from '../../errors/catalogue.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { AnswerError } from '../../errors/answer.ts'
import { parseBytes, parsed } from './encodings.ts'
import { encodeBase58 } from '../../lib/base58.ts'
import type { Ask, Signer, Unsigned } from './signer.ts'
import { clusterOf, featureOf, type StandardAccount, type StandardWallet, versionsOf } from './standard.ts'
import { parseSigned, SIGNATURE_BYTES } from './wire.ts'

const [SIGN_MESSAGE, SIGN, SEND] = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const

/** Whether both a wallet and the account support a network. */
export const serves = (wallet: StandardWallet, account: StandardAccount, caipNetworkId: CaipNetworkId): boolean =>
  [wallet, account].every(({ chains }) => chains.includes(clusterOf(caipNetworkId)))

/** Creates the signer. `accounts` returns the accounts that the wallet shares at the moment. */
export function standardSigner(wallet: StandardWallet, accounts: () => readonly StandardAccount[]): Signer {
  const accountOf = ({ address, caipNetworkId }: Ask): StandardAccount => {
    const account = accounts().find((each) => each.address === address)
    if (!account || !serves(wallet, account, caipNetworkId)) throw coreError('CHAIN_NOT_SUPPORTED')
    return account
  }
  const methodOf = (feature: string) => {
    const method = featureOf(wallet, feature)
    if (!method) throw new Error(`${wallet.name} lacks ${feature}`)
    return method
  }
  /**
   * Throws if the wallet lists the versions that it supports, and a transaction's is not among them. Wallets respond
   * unpredictably to a version that they do not support.
   */
  const checkVersions = (feature: string, transactions: readonly Unsigned[]) => {
    const versions = versionsOf(wallet, feature)
    for (const { wire } of transactions) {
      if (versions && !versions.includes(wire.version))
        throw new Error(`${wallet.name} takes no transactions of version ${wire.version}`)
    }
  }

  return {
    accounts: () => accounts().map(({ address }) => address),
    supports: (caipNetworkId, address) =>
      accounts().some(
        (account) => (address === undefined || account.address === address) && serves(wallet, account, caipNetworkId),
      ),
    signMessage: async (ask, message) => {
      const answer = await methodOf(SIGN_MESSAGE)({ account: accountOf(ask), message })
      return parsed(SIGN_MESSAGE, answer, parseMessageAnswer)
    },
    signTransactions: async (ask, transactions) => {
      const account = accountOf(ask)
      checkVersions(SIGN, transactions)
      const chain = clusterOf(ask.caipNetworkId)
      const inputs = transactions.map(({ bytes }) => ({ account, transaction: bytes, chain }))
      const answer = await methodOf(SIGN)(...inputs)
      const signed = parsed(SIGN, answer, (given) => parseSignedAnswer(given, ask.address))
      if (signed.length !== transactions.length) throw new AnswerError(SIGN, answer)
      return signed
    },
    signAndSend: async (ask, transaction, options) => {
      const send = featureOf(wallet, SEND)
      if (!send) return undefined
      checkVersions(SEND, [transaction])
      const [account, chain] = [accountOf(ask), clusterOf(ask.caipNetworkId)]
      const answer = await send({ account, chain, transaction: transaction.bytes, options })
      return encodeBase58(parsed(SEND, answer, parseMessageAnswer))
    },
  }
}

/**
 * Parses a wallet's output list for a signed message or a sent transaction: the 64-byte `signature` of the first
 * output.
 */
export function parseMessageAnswer(answer: unknown): Uint8Array | undefined {
  const [output] = Array.isArray(answer) ? (answer as unknown[]) : []
  const signature = isRecord(output) ? parseBytes(output['signature']) : undefined
  return signature?.length === SIGNATURE_BYTES ? signature : undefined
}

/** Parses a wallet's output list: every `signedTransaction`; `undefined` if `address` has not signed one of them. */
export function parseSignedAnswer(answer: unknown, address: string): Uint8Array[] | undefined {
  if (!Array.isArray(answer)) return undefined
  const signed = answer.map((output: unknown) =>
    isRecord(output) ? parseSigned(output['signedTransaction'], address) : undefined,
  )
  return signed.every((each) => each !== undefined) ? signed : undefined
}
