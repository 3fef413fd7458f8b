import { Wallet } from '../wallet.tsx'

export const meta = () => [{ title: 'My page' }, { name: 'description', content: 'A page with a wallet.' }]

export default function Home() {
  return (
    <main>
      <h1>A page with a wallet</h1>
      <p>Its options are in walletkit.config.json.</p>
      <Wallet />
    </main>
  )
}
