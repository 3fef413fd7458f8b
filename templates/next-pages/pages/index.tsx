import { Wallet } from '../components/wallet'

/** Renders the page for each request, because the policy's nonce changes each time. */
export const getServerSideProps = () => ({ props: {} })

export default function Page() {
  return (
    <main>
      <h1>A page with a wallet</h1>
      <p>Its options are in walletkit.config.json.</p>
      <Wallet />
    </main>
  )
}
