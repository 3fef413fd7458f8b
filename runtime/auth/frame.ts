/** Mounts the login frame: a hidden iframe of the login service, which signs in and asks the visitor to approve. */
import type { Kit } from '../contracts/kit.ts'
import { SDK_VERSION } from '../http/blockchainApi.ts'
import { FIVE_SECONDS, TWENTY_SECONDS } from '../lib/time.ts'
import { hostElement } from '../ui/hostElement.ts'
import { type Channel, createChannel, type Incoming } from './channel.ts'

/** The network that the frame's URL names if the page has no active network yet. */
const DEFAULT_CHAIN = 'eip155:1'

/**
 * The frame's URL: the login service's `/sdk`, with the project id, the network, the SDK's version and whether to log.
 */
export function frameUrl({ config, state }: Kit, caipNetworkId: string = DEFAULT_CHAIN): URL {
  const { secureSite = '' } = config.services ?? {}
  const url = new URL(`${secureSite.replace(/\/+$/, '')}/sdk`, globalThis.location?.href)
  const { projectId = '', sdkVersion = SDK_VERSION } = state.options
  url.searchParams.set('projectId', projectId)
  url.searchParams.set('chainId', caipNetworkId)
  url.searchParams.set('version', sdkVersion)
  url.searchParams.set('enableLogger', String(config.enableAuthLogger ?? true))
  return url
}

/** A mounted frame. `close` removes it from the page. */
export type Frame = { readonly element: HTMLIFrameElement | undefined; send: Channel['send']; close: () => void }
export type FrameEvents = {
  /** Called once for each load of the frame, when it can receive messages. */
  onReady: () => void
  onMessage: (message: Incoming) => void
  /**
   * Called once if the frame did not load, or did not report in time after a load that it is ready. The frame is
   * removed by then.
   */
  onFail: () => void
}

/** Hidden until a view shows it. */
const STYLE = 'display:none;border:0;width:100%;height:100%;color-scheme:normal'

/**
 * Mounts the frame in the kit's own element. The modal later shows the frame there through a slot. The frame must not
 * move in the document, because browsers reload a frame that moves.
 */
export function mountFrame(kit: Kit, url: URL, { onReady, onMessage, onFail }: FrameEvents): Frame {
  const element = createElement(url)
  const fail = () => {
    close()
    onFail()
  }
  let timer = setTimeout(fail, TWENTY_SECONDS)
  // Each time the frame loads, it reports that it is ready, before the `load` event or after it.
  let [heard, isLate] = [false, false]
  const channel = createChannel({
    page: window,
    frame: () => element.contentWindow,
    origin: url.origin,
    onReady: () => {
      heard = !isLate
      isLate = false
      clearTimeout(timer)
      onReady()
    },
    onMessage,
  })
  const close = () => {
    clearTimeout(timer)
    channel.close()
    element.remove()
  }
  element.addEventListener('load', () => {
    clearTimeout(timer)
    // A browser's error page fires `load` too, also when a reload of the frame fails, so wait until it reports that it
    // listens.
    isLate = !heard
    heard = false
    if (isLate) timer = setTimeout(fail, FIVE_SECONDS)
  })
  element.addEventListener('error', fail)

  const host = hostElement(kit)
  host.append(element)
  if (!host.isConnected && !kit.config.disableAppend && !kit.config.embedded) document.body.append(host)
  return { element, send: channel.send, close }
}

function createElement(url: URL): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.id = 'w3m-iframe'
  element.name = 'w3m-secure-iframe'
  element.slot = 'frame'
  element.title = 'Wallet'
  // The frame may run scripts, submit forms, use the storage of its own origin, and open a window, in which it shows a
  // request when the frame is too small or covered. It may not navigate the page or start downloads.
  element.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  element.setAttribute('allow', 'clipboard-write; publickey-credentials-get')
  element.referrerPolicy = 'origin'
  element.style.cssText = STYLE
  element.src = url.href
  return element
}
