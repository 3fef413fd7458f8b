/** The chain's initial state: funded test accounts, the faucet, and a token that the test accounts have. */
import { ed25519 } from '@noble/curves/ed25519'
import { concatBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { solanaAccounts, solanaMint as mint } from '../otherAccounts.ts'
import { testSeed } from '../wallet/namespaces/keys.ts'
import { associatedTokenAddress, bytesOfKnown, systemProgram, tokenProgram } from './keys.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { readWire, type Wire } from './message.ts'
import { mintSize, tokenAccountSize, writeMint, writeTokenAccount } from './tokens.ts'

/** The private key of the account that pays for airdrops. */
const faucetSeed = testSeed('solana faucet', 0)

const lamportsPerSol = 1_000_000_000n

/** Each test account's balance at the start. */
const startingLamports = 1000n * lamportsPerSol
const startingTokens = 10_000n * 10n ** BigInt(mint.decimals)

/** Creates the chain in its initial state. @throws Error when litesvm has no build for this machine */
export function createFundedLedger(): Ledger {
  const ledger = createLedger()
  const none = new Uint8Array()
  ledger.put(base58.encode(ed25519.getPublicKey(faucetSeed)), {
    lamports: 1_000_000_000n * lamportsPerSol,
    data: none,
    owner: systemProgram,
  })
  const [authority] = solanaAccounts
  const supply = startingTokens * BigInt(solanaAccounts.length)
  const about = { mintAuthority: authority?.address ?? null, supply, decimals: mint.decimals, freezeAuthority: null }
  const rent = (size: number) => BigInt(ledger.rentFor(size))
  ledger.put(mint.address, { lamports: rent(mintSize), data: writeMint(about), owner: tokenProgram })
  for (const { address } of solanaAccounts) {
    ledger.put(address, { lamports: startingLamports, data: none, owner: systemProgram })
    const data = writeTokenAccount(mint.address, address, startingTokens)
    ledger.put(associatedTokenAddress(address, mint.address), {
      lamports: rent(tokenAccountSize),
      data,
      owner: tokenProgram,
    })
  }
  return ledger
}

/** Makes and signs a transfer from the faucet. The caller sends it. */
export function airdrop(ledger: Ledger, to: string, lamports: bigint): Wire {
  // Use a new blockhash, so that the same airdrop can be made twice.
  ledger.clock.advance(1)
  const { blockhash } = ledger.clock.latest()
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  const keys = [ed25519.getPublicKey(faucetSeed), ...[to, systemProgram].map(bytesOfKnown)]
  const instruction = Uint8Array.of(2, 2, 0, 1, data.length)
  const head = [Uint8Array.of(1, 0, 1, keys.length), ...keys, bytesOfKnown(blockhash), Uint8Array.of(1)]
  const message = concatBytes(...head, instruction, data)
  return readWire(concatBytes(Uint8Array.of(1), ed25519.sign(message, faucetSeed), message))
}
