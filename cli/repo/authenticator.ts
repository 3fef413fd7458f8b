import type { CDPSession, Page } from 'playwright-core'

type Device = {
  /** `usb`: a key that is plugged in. `internal`: built into the device, as in a phone. */
  transport?: 'internal' | 'usb'
  /** Whether the device can verify its owner, for example by a fingerprint. */
  verifies?: boolean
  /** Whether the owner confirms each request; if not, requests get no answer. */
  answers?: boolean
  /** Whether its passkeys give a secret (the extension PRF of WebAuthn 3). */
  prf?: boolean
}

/**
 * Gives a page in Chromium a virtual device that stores passkeys, as a phone does. The returned `client` is a DevTools
 * session with which the caller can control the device further; `uses` counts each passkey's signatures.
 */
export async function addAuthenticator(
  page: Page,
  { transport = 'internal', verifies = true, answers = true, prf = false }: Device = {},
): Promise<{ client: CDPSession; authenticatorId: string; uses: () => Promise<number[]> }> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      hasPrf: prf,
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifies,
      automaticPresenceSimulation: answers,
    },
  })
  const uses = async () =>
    (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ signCount }) => signCount)
  return { client, authenticatorId, uses }
}
