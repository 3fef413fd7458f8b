import type { Discovery } from 'walletkit'
import { isProvider } from './provider.ts'

/** Reads `window.harbor` now, and once a wallet says that it is there. */
export default function discover({ found, enableInjected }: Discovery): () => void {
  if (!enableInjected) return () => {}
  const look = () => {
    const provider: unknown = Reflect.get(globalThis, 'harbor')
    if (!isProvider(provider)) return
    const { name } = provider
    found({
      id: name,
      name,
      type: 'ANNOUNCED',
      chain: 'harbor',
      chains: [],
      provider,
      driver: () => import('./driver.ts'),
    })
  }
  look()
  addEventListener('harbor:ready', look)
  return () => removeEventListener('harbor:ready', look)
}
