import { connection } from 'next/server'
import { Wallet } from './wallet'

export default async function Page() {
  // Render for each request, because the policy's nonce changes each time.
  await connection()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <p>Its options are in walletkit.config.json.</p>
      <Wallet />
    </main>
  )
}
