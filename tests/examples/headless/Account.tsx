import { type FormEvent, useState } from 'react'
import { useAccount, useAccounts, useDisconnect, useSend, useSignIn, useSwap } from 'walletkit/react'

export function Account() {
  const { address } = useAccount()
  const { data: accounts = [] } = useAccounts()
  const { disconnect } = useDisconnect()
  return (
    <section>
      <h2>{address}</h2>
      <p>{`${accounts.length} accounts`}</p>
      <SignIn />
      <Send />
      <Swap />
      <button onClick={() => void disconnect()}>Leave</button>
    </section>
  )
}

function SignIn() {
  const { status, error, signIn } = useSignIn()
  return (
    <p>
      {status === 'signed' ? (
        'Signed in'
      ) : (
        <button disabled={status !== 'needed' && status !== 'declined'} onClick={() => void signIn()}>
          Sign in
        </button>
      )}
      {error && <span role="alert">{`${error.code}: ${error.message}`}</span>}
    </p>
  )
}

function Send() {
  const { status, error, data, send } = useSend()
  const [to, setTo] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send({ to, amount: '0.5' })
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="To" value={to} onChange={({ target }) => setTo(target.value)} />
      <button disabled={status === 'wallet'}>Send 0.5</button>
      <output aria-label="Send">{[status, error?.code, data?.hash].filter(Boolean).join(' ')}</output>
    </form>
  )
}

function Swap() {
  const { status, error, data, quote, swap } = useSwap()
  return (
    <p>
      <button onClick={() => void quote({ from: 'ETH', to: 'USDC', amount: '1' })}>Quote</button>
      <button disabled={status !== 'quoted'} onClick={() => void swap()}>
        Swap
      </button>
      <output aria-label="Swap">{[status, error?.code, data?.to.symbol, data?.hash].filter(Boolean).join(' ')}</output>
    </p>
  )
}
