/** The development page: hydrates the server's HTML if there is any, else renders in the browser. */
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { connect, disconnect, getConnection, reconnect, switchChain } from '@wagmi/core'
import { wagmiOf } from '../../runtime/interop/examples/wagmi.ts'
import { generated, kit } from './kit.ts'
import { page } from './page.tsx'

const place = document.querySelector('#root') as Element
const drawn = place.hasChildNodes()
const faults: string[] = []
let root: Root | undefined

function show() {
  if (drawn && !root)
    root = hydrateRoot(place, page(kit, generated), { onRecoverableError: (error) => faults.push(String(error)) })
  else (root ??= createRoot(place)).render(page(kit, generated))
}
function hide() {
  root?.render(null)
}
show()

const wagmi = new URLSearchParams(location.search).has('wagmi')
Object.assign(globalThis, {
  dev: {
    kit,
    show,
    hide,
    faults,
    wagmi: wagmi && { config: wagmiOf(kit), connect, disconnect, getConnection, reconnect, switchChain },
  },
})
