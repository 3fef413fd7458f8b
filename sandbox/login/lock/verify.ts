/** Verifies what a passkey signed (WebAuthn 3, 7.1 and 7.2). */
import type * as Library from '@simplewebauthn/server'
import type * as Helpers from '@simplewebauthn/server/helpers'
import { Denied } from '../denied.ts'
import { relyingParty } from './relyingParty.ts'
import type { Assertion, Passkey, Registration } from './shapes.ts'

/** The functions of the WebAuthn library. It is loaded on first use, because it needs several MB of memory. */
export type WebAuthn = Pick<typeof Library, 'verifyAuthenticationResponse' | 'verifyRegistrationResponse'> &
  Pick<typeof Helpers, 'decodeAttestationObject'>

/** The accepted signature algorithms (COSE numbers): ES256, and RS256, which Windows Hello uses. */
export const ALGORITHMS = [-7, -257]

const refused = () => new Denied('This passkey was not accepted. Try again.', 403, 4100)

/**
 * Whether an attestation may contain certificates of the device. The pages request none. For a certificate the library
 * would fetch the URLs in it, and whoever sent it chose these URLs.
 */
const hasCertificates = (attestation: ReturnType<WebAuthn['decodeAttestationObject']>): boolean => {
  const format: string = attestation.get('fmt')
  return format !== 'none' && !(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

export type Verifier = ReturnType<typeof createVerifier>

export function createVerifier(url: string, load: () => Promise<WebAuthn>) {
  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: url,
    expectedRPID: relyingParty(url) ?? '',
    requireUserVerification: true,
  })
  /**
   * Runs a check of the library. Throws Denied if it fails: then the library throws an Error, as also for bytes that it
   * cannot read.
   */
  const checked = async <T extends { verified: boolean }>(check: (library: WebAuthn) => Promise<T>): Promise<T> => {
    const library = await load()
    const found = await (async () => check(library))().catch(() => undefined)
    if (!found?.verified) throw refused()
    return found
  }
  return {
    /**
     * Verifies a new passkey.
     * @returns its id, public key (COSE, base64url) and counter
     * @throws Denied if it is not valid
     */
    async registered({ id, response }: Registration, challenge: string) {
      const { registrationInfo } = await checked(({ verifyRegistrationResponse, decodeAttestationObject }) => {
        const attestation = decodeAttestationObject(
          Uint8Array.from(Buffer.from(response.attestationObject, 'base64url')),
        )
        if (hasCertificates(attestation)) throw refused()
        return verifyRegistrationResponse({
          ...expected(challenge),
          response: {
            ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
            response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
          },
          supportedAlgorithmIDs: ALGORITHMS,
        })
      })
      if (registrationInfo?.credential.id !== id) throw refused()
      const { credential } = registrationInfo
      const publicKey = Buffer.from(credential.publicKey).toString('base64url')
      return { id: credential.id, publicKey, counter: credential.counter }
    },
    /**
     * Verifies an assertion.
     * @param site the origin of the page that embeds the frame: the browser names it if the frame, not a window, asked
     * @returns the passkey's new counter, which is higher than before, or 0 if the passkey does not count
     * @throws Denied if the assertion is not valid
     */
    async asserted(
      { id, response }: Assertion,
      { challenge, site }: { challenge: string; site: string },
      passkey: Pick<Passkey, 'id' | 'publicKey' | 'counter'>,
    ): Promise<number> {
      const { clientDataJSON, authenticatorData, signature } = response
      const publicKey = Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url'))
      const { authenticationInfo } = await checked(({ verifyAuthenticationResponse }) =>
        verifyAuthenticationResponse({
          ...expected(challenge),
          expectedTopOrigin: site,
          response: {
            ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
            response: { clientDataJSON, authenticatorData, signature },
          },
          credential: { id: passkey.id, publicKey, counter: passkey.counter },
        }),
      )
      return authenticationInfo.newCounter
    },
  }
}
