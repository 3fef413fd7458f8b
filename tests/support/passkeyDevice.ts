/** Replaces the browser's passkey device by a software passkey, and makes the passkey wallet's review for a kit. */
import type { Hex } from 'viem'
import { afterEach, beforeEach, vi } from 'vitest'
import { fromBase64Url, fromHex } from '../../plugins/passkey/bytes.ts'
import { createReview } from '../../plugins/passkey/review.ts'
import type { Rpc } from '../../plugins/passkey/rpc.ts'
import type { PluginKit } from '../../runtime/plugin.ts'
import { memoryStorage } from './kit.ts'
import { softPasskey } from './passkey.ts'

class Answer {}
class Credential {}

/** Gives each test a passkey of its own, with which the device signs at once. */
export function usePasskeyDevice(): () => ReturnType<typeof softPasskey> {
  let soft = softPasskey()
  beforeEach(() => {
    soft = softPasskey()
    const get = async ({ publicKey }: { publicKey: { challenge: Uint8Array } }) => {
      const challenge: Hex = `0x${Buffer.from(publicKey.challenge).toString('hex')}`
      const { authenticatorData, clientData, der } = soft.sign(challenge)
      const parts = { authenticatorData: fromHex(authenticatorData).slice().buffer, signature: der.slice().buffer }
      const clientDataJSON = new TextEncoder().encode(clientData).buffer
      const response = Object.assign(new Answer(), { ...parts, clientDataJSON, userHandle: new ArrayBuffer(32) })
      return Object.assign(new Credential(), { response, rawId: fromBase64Url(soft.passkey.id).slice().buffer })
    }
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('location', { origin: 'http://localhost', hostname: 'localhost', host: 'localhost' })
    vi.stubGlobal('PublicKeyCredential', Credential)
    vi.stubGlobal('AuthenticatorAssertionResponse', Answer)
    vi.stubGlobal('navigator', { credentials: { get } })
  })
  afterEach(() => void vi.unstubAllGlobals())
  return () => soft
}

/**
 * A review that reads and sends through `rpc`. `more`: what the kit has besides its storage and its signal. `feeTokens`:
 * the option of this name.
 */
export function reviewOn(rpc: Rpc, more: object = {}, feeTokens?: readonly string[]) {
  const screen = { left: new Promise<void>(() => undefined), leave: () => undefined }
  const stop = new AbortController()
  const kit = {
    services: [],
    present: () => screen,
    storage: memoryStorage(),
    signal: stop.signal,
    ...more,
  } as unknown as PluginKit
  const review = createReview(
    kit,
    () => rpc,
    () => 'localhost',
    feeTokens,
  )
  return { kit, review, stop: () => stop.abort() }
}
