/**
 * For each namespace but eip155: how tests sign and send with its wallet. Independent libraries verify the signatures.
 */
import { createPublicKey, verify } from 'node:crypto'
import { base58 } from '@scure/base'
import { u8aWrapBytes } from '@polkadot/util'
import { signatureVerify } from '@polkadot/util-crypto'
import { p2wpkh } from '@scure/btc-signer'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { Verifier } from 'bip322-js'
import { expect } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import type { TestRequest } from '../../runtime/test/index.ts'
import type { Visited } from './flow.ts'
import type { OtherNamespace } from './networks.ts'

export type Life = {
  of: (sandbox: Sandbox) => { network: string; accounts: string[] }
  /** Whether a signature, in the format that the page stores, is by this account. */
  verified: (address: string, message: string, signature: string) => boolean
  /** Signs a message in the page, and verifies the signature. */
  sign: (visit: Visited, address: string) => Promise<void>
  /** Whether the wallet had to ask the visitor for this request. */
  prompts: (request: TestRequest) => boolean
  send?: (visit: Visited, sandbox: Sandbox) => Promise<void>
}

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef }
export const MESSAGE = 'Hello from the flows'

/** Verifies an Ed25519 signature with Node's own crypto. `key` are the 32 bytes of the public key. */
function ed25519Verified(key: Uint8Array, message: string, signature: Uint8Array) {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  return verify(null, Buffer.from(message), createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

export const LIVES: Record<OtherNamespace, Life> = {
  solana: {
    of: ({ solana }) => ({ network: solana.caipNetworkId, accounts: solana.accounts.map(({ address }) => address) }),
    verified: (address, message, signature) =>
      ed25519Verified(base58.decode(address), message, base58.decode(signature)),
    sign: async ({ page }, address) => {
      const signature = await page.evaluate(async (text) => {
        return [...((await kit.getProvider('solana')?.signMessage(new TextEncoder().encode(text))) ?? [])]
      }, MESSAGE)
      expect(ed25519Verified(base58.decode(address), MESSAGE, Uint8Array.from(signature))).toBe(true)
    },
    prompts: ({ method, params }) =>
      method === 'standard:connect' && (params as { silent?: boolean } | undefined)?.silent !== true,
    send: async ({ page }, { solana }) => {
      const connection = new Connection(solana.rpcUrl, { wsEndpoint: solana.wsUrl, commitment: 'confirmed' })
      const [from, to] = [new PublicKey(solana.accounts[0]?.address ?? ''), Keypair.generate().publicKey]
      const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
      const transaction = new Transaction({ feePayer: from, blockhash, lastValidBlockHeight }).add(
        SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 12_345_678 }),
      )
      const bytes = [...transaction.serialize({ requireAllSignatures: false })]
      const signature = await page.evaluate(async (wire) => {
        const options = { preflightCommitment: 'confirmed' } as const
        return (await kit.getProvider('solana')?.signAndSendTransaction(Uint8Array.from(wire), options)) ?? ''
      }, bytes)
      await expect
        .poll(async () => (await connection.getSignatureStatus(signature)).value?.confirmationStatus)
        .toMatch(/confirmed|finalized/)
      expect(await connection.getBalance(to)).toBe(12_345_678)
    },
  },
  polkadot: {
    of: ({ polkadot }) => ({
      network: polkadot.caipNetworkId,
      accounts: polkadot.accounts.map(({ address }) => address),
    }),
    verified: (address, message, signature) => {
      const { isValid, crypto } = signatureVerify(u8aWrapBytes(message), signature, address)
      return isValid && crypto === 'sr25519'
    },
    sign: async ({ page }, address) => {
      const signature = await page.evaluate(
        ([text, account]) => kit.getProvider('polkadot')?.signMessage(text, account) ?? '',
        [MESSAGE, address] as const,
      )
      expect(LIVES.polkadot.verified(address, MESSAGE, signature)).toBe(true)
    },
    // An extension that already allows the page answers `enable` without a prompt.
    prompts: ({ method }) => method !== 'enable',
  },
  bip122: {
    of: ({ bitcoin }) => ({ network: bitcoin.caipNetworkId, accounts: bitcoin.accounts.map(({ address }) => address) }),
    verified: (address, message, signature) => Verifier.verifySignature(address, message, signature),
    sign: async ({ page }, address) => {
      const signature = await page.evaluate(
        ([message, account]) => kit.getProvider('bip122')?.signMessage({ address: account, message }) ?? '',
        [MESSAGE, address] as const,
      )
      expect(LIVES.bip122.verified(address, MESSAGE, signature)).toBe(true)
    },
    prompts: ({ method }) => method !== 'wallet_getAccount',
    send: async ({ page }, { bitcoin }) => {
      const recipient =
        p2wpkh(
          Uint8Array.from({ length: 33 }, (_, at) => (at ? 9 : 2)),
          REGTEST,
        ).address ?? ''
      const held = async () => {
        const unspent = (await (await fetch(`${bitcoin.url}/address/${recipient}/utxo`)).json()) as { value: number }[]
        return unspent.reduce((sum, { value }) => sum + value, 0)
      }
      const before = await held()
      const txid = await page.evaluate(
        (to) => kit.getProvider('bip122')?.sendTransfer?.({ recipient: to, amount: 54_321n }),
        recipient,
      )
      expect(txid).toMatch(/^[0-9a-f]{64}$/)
      await expect.poll(held).toBe(before + 54_321)
    },
  },
}
