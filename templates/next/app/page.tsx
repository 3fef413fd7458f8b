import { connection } from 'next/server'
import { Wallet } from './wallet'

export default async function Page() {
  // Drawn for each request: the nonce of the policy is another one each time.
  await connection()
  return (
    <main>
      <h1>A page with a wallet</h1>
      <p>Its options are in walletkit.config.json.</p>
      <Wallet />
    </main>
  )
}
