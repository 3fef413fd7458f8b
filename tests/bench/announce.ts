import { TEST_WALLET } from '../../runtime/test/options.ts'
import { WALLET } from './page.ts'

function announce({ name, icon }: { name: string; icon: string }) {
  const info = { uuid: '1f0c1a0e-6f0e-4b8e-9d5a-2f3a1f6b7c8d', name, icon, rdns: 'dev.walletkit.bench' }
  const provider = { request: () => Promise.reject(new Error('The wallet of the bench only announces itself')) }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}

/**
 * A script that only announces a wallet (EIP-6963), because a complete test wallet would slow the measured page down.
 */
export const announceScript = () => `(${announce})(${JSON.stringify({ name: WALLET, icon: TEST_WALLET.icon })})`
