/**
 * The smallest page, as a minimum for every time: React, one button, and a static dialog with one row; no discovery,
 * requests or styles.
 */
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'

function Page() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <main>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Connect Wallet
      </button>
      <dialog ref={dialog}>
        <h1>Connect Wallet</h1>
        <button type="button">Test wallet</button>
      </dialog>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
