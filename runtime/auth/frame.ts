/** The hidden frame of the login service: mounted once, when it is first needed (spec section 2; reference 2). */
import type { Kit } from '../kit.ts'
import { SDK_VERSION } from '../http/blockchainApi.ts'
import { FIVE_SECONDS, TWENTY_SECONDS } from '../lib/time.ts'
import { hostElement } from '../ui/hostElement.ts'
import { type Channel, createChannel, type Incoming } from './channel.ts'

/** The frame's chain where the page has none yet. */
const DEFAULT_CHAIN = 'eip155:1'

/** The frame's address: its service's, with the four parameters of the spec. */
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

/** A frame that is there: what speaks to it, and what takes it away. */
export type Frame = { readonly element: HTMLIFrameElement | undefined; send: Channel['send']; close: () => void }
export type FrameEvents = {
  /** It listens: once for each time that it loaded. */
  onReady: () => void
  onMessage: (message: Incoming) => void
  /** It does not load, or loads and does not say that it listens. Once; it is gone then. */
  onFail: () => void
}

/** How the frame starts: unseen, until a view shows it. */
const STYLE = 'display:none;border:0;width:100%;height:100%;color-scheme:normal'

/** Mounts the frame in the kit's own element, where the modal can show it without moving it: a moved frame loads anew. */
export function mountFrame(kit: Kit, url: URL, { onReady, onMessage, onFail }: FrameEvents): Frame {
  const element = createElement(url)
  const fail = () => {
    close()
    onFail()
  }
  let timer = setTimeout(fail, TWENTY_SECONDS)
  let heard = false
  const channel = createChannel({
    page: window,
    frame: () => element.contentWindow,
    origin: url.origin,
    onReady: () => {
      heard = true
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
    // An error page loads as well: what listens says so.
    if (!heard) timer = setTimeout(fail, FIVE_SECONDS)
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
  // Scripts and a storage of its own origin; no navigation of the page, no popups, no downloads.
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  element.setAttribute('allow', 'clipboard-write; publickey-credentials-get')
  element.referrerPolicy = 'origin'
  element.style.cssText = STYLE
  element.src = url.href
  return element
}
