/**
 * Proves to the service that a social login's popup was open in the same browser as the frame. The popup posts a secret
 * (the proof) to the frame, and the frame sends it to the service. The secret is posted only to this service's origin,
 * so the site's page does not get it, and a frame in another browser cannot.
 */
import { object, text } from '../../../runtime/auth/shape.ts'

const message = object({ result: text, proof: text })
/** The most ms to wait for a proof. The site's page may send the frame the result before the popup's proof arrives. */
const WAIT = 2_000

/**
 * Posts a result's proof from the popup to the frames of the page that opened it, and to that page itself, because on
 * the dashboard there is no frame. The browser delivers it only to those of this origin.
 */
export function sendProof(opener: Window, result: string, proof: string): void {
  for (let at = 0; at < opener.length; at++) opener[at]?.postMessage({ result, proof }, location.origin)
  opener.postMessage({ result, proof }, location.origin)
}

/**
 * Listens for proofs.
 * @returns a function that waits for a result's proof, and resolves with undefined if none comes in time
 */
export function hearProofs(): (result: string) => Promise<string | undefined> {
  const heard = new Map<string, string>()
  const waiting = new Map<string, () => void>()
  window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
    if (origin !== location.origin || typeof data !== 'object' || data === null || !('proof' in data)) return
    const { result, proof } = message.parse(data, 'proof')
    heard.set(result, proof)
    waiting.get(result)?.()
  })
  return async (result) => {
    if (!heard.has(result)) {
      await new Promise<void>((resolve) => {
        waiting.set(result, resolve)
        setTimeout(resolve, WAIT)
      })
    }
    return heard.get(result)
  }
}
