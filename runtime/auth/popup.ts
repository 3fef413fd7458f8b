/**
 * Waits for a login on a provider's page in a popup. Accepts the result only from that window and the service's origin.
 */
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import { type Kit, onTeardown } from '../contracts/kit.ts'
import { FORTY_FIVE_SECONDS, ONE_SECOND } from '../lib/time.ts'
import { attempt } from './channel.ts'
import { object, text } from './shape.ts'

/**
 * The message with which the popup reports that the login has ended. `resultUri` is the URL that contains the result.
 */
const end = object({ resultUri: text })

export type Popup = Pick<Window, 'close' | 'closed'> & { location: Pick<Location, 'href'> }

/**
 * Navigates the popup to `uri`, and resolves with the URL of the result. Rejects with `SOCIAL_CLOSED` if the popup is
 * closed or the kit destroyed, `SOCIAL_ORIGIN` if the start or the end is not on `origin`, `SOCIAL_TIMEOUT` after 45 s
 * (which is also reported), and the error of `uri` if that rejects. Closes the popup at the end.
 */
export function awaitPopup(
  kit: Kit,
  {
    popup,
    uri,
    origin,
    page = window,
  }: {
    popup: Popup
    uri: Promise<string>
    origin: string
    page?: Pick<Window, 'addEventListener' | 'removeEventListener'>
  },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const hear = ((event: MessageEvent) => {
      if (event.source !== (popup as unknown)) return
      const said = attempt(() => end.parse(event.data))
      if (!said) return
      if (event.origin !== origin || originOf(said.resultUri) !== origin)
        return stop(() => reject(coreError('SOCIAL_ORIGIN')))
      stop(() => resolve(said.resultUri))
    }) as EventListener
    const poll = setInterval(() => {
      if (popup.closed) stop(() => reject(coreError('SOCIAL_CLOSED')))
    }, ONE_SECOND)
    const timer = setTimeout(() => {
      const late = coreError('SOCIAL_TIMEOUT')
      report(kit, late, 'SOCIAL_TIMEOUT')
      stop(() => reject(late))
    }, FORTY_FIVE_SECONDS)
    const stop = (settle: () => void) => {
      page.removeEventListener('message', hear)
      clearInterval(poll)
      clearTimeout(timer)
      forget()
      popup.close()
      settle()
    }
    page.addEventListener('message', hear)
    const forget = onTeardown(kit, () => stop(() => reject(coreError('SOCIAL_CLOSED'))))
    uri.then(
      (href) => {
        if (originOf(href) !== origin) return stop(() => reject(coreError('SOCIAL_ORIGIN')))
        popup.location.href = href
      },
      (error: Error) => stop(() => reject(error)),
    )
  })
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : undefined)
