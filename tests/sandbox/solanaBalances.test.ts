/** The balances of the sandbox's Solana chain, with tokens of both token programs. */
import { Connection, Keypair } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'
import { issue, TOKEN, TOKEN_2022 } from '../support/splTokens.ts'

const sandbox = useSandbox()

it('lists tokens of both token programs', async () => {
  const { url, solana } = sandbox()
  const payer = Keypair.fromSeed(Buffer.from(solana.accounts[0]?.secretKey ?? '', 'hex'))
  const connection = new Connection(solana.rpcUrl, 'confirmed')
  const [old, young] = [await issue(connection, payer, TOKEN, 500n), await issue(connection, payer, TOKEN_2022, 700n)]
  const answer = await fetch(`${url}/v1/account/${payer.publicKey.toBase58()}/balance?projectId=x`)
  const { balances } = (await answer.json()) as { balances: { address?: string }[] }
  const listed = balances.map(({ address }) => address)
  for (const { mint } of [old, young]) expect(listed).toContain(`${solana.caipNetworkId}:${mint.toBase58()}`)
})
