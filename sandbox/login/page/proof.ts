/**
 * Shows the service that a social login's popup was open in the frame's own browser: the popup hands a secret to the
 * frame directly. The page between them does not get it, and a frame in another browser cannot.
 */
import { object, text } from '../../../runtime/auth/shape.ts'

const message = object({ result: text, proof: text })
/** The page may pass the result on before the proof arrives, because they take different ways. */
const WAIT = 2_000

/** To all frames of the opener, and to the opener itself (the dashboard), as far as they are of this origin. */
export function sendProof(opener: Window, result: string, proof: string): void {
  for (let at = 0; at < opener.length; at++) opener[at]?.postMessage({ result, proof }, location.origin)
  opener.postMessage({ result, proof }, location.origin)
}

/** @returns a function that waits for the proof of a result, and gives undefined when none came */
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
