import { expect } from 'vitest'
import { createRemoteWallet } from '../../support/remoteWallet.ts'
import type { Box } from '../eyes.ts'
import type { Visitor } from '../visitor.ts'
import { ACCOUNT, closed, enter } from './connect.ts'

/** Reads the QR code from the screen's pixels, and connects a wallet with its URI. */
export async function scan(visitor: Visitor): Promise<void> {
  const { relay, chains } = visitor.site.sandbox
  await enter(visitor)
  await visitor.press(/^Connect Wallet$/)
  await visitor.press(/^WalletConnect/)
  const uri = await visitor.scan()
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  // The code must not be pushed aside by a scroll bar, which takes up space in some engines.
  const [card, code] = await Promise.all(
    ['dialog[open] .card', '.qr'].map((of) => visitor.ask<Box>(`eyes.boxOf('${of}')`)),
  )
  expect((card?.left ?? 0) + (card?.right ?? 0)).toBeCloseTo((code?.left ?? 0) + (code?.right ?? 0), 0)
  const wallet = await createRemoteWallet({ relayUrl: relay.url, chains, policy: 'approve' })
  try {
    await wallet.pair(uri)
    await closed(visitor)
    await visitor.press(ACCOUNT)
    await visitor.press(/^Disconnect$/)
    await visitor.see(/^Connect Wallet$/m)
  } finally {
    await wallet.close()
  }
}
