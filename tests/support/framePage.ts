/** A minimal page on its own origin that embeds the login service's frame and exchanges messages with it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** The functions that the page's script puts on `window.framed`. */
export type FramePage = {
  /** Sends a request; `id` identifies it for {@link FramePage.abort}. */
  ask: (name: string, payload?: unknown, id?: string) => Promise<unknown>
  abort: (id: string) => void
  /** Everything that the frame sent, by window message or by port. */
  heard: { by: 'window' | 'port'; type: string; payload?: unknown }[]
}

declare global {
  interface Window {
    framed?: FramePage
  }
}

/** Adds the frame to the page. It runs in the page. `port`: whether the page answers READY with a message port. */
function hold({ src, port }: { src: string; port: boolean }): Promise<void> {
  const frame = document.createElement('iframe')
  Object.assign(frame, { id: 'frame', title: 'Wallet', src })
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
  )
  frame.setAttribute('allow', 'clipboard-write; publickey-credentials-get')
  Object.assign(frame.style, { width: '360px', height: '600px', border: '0' })
  const { origin } = new URL(src)
  const waiting = new Map<
    string,
    { name: string; resolve: (answer: unknown) => void; reject: (error: Error) => void }
  >()
  const heard: FramePage['heard'] = []
  let own: MessagePort | undefined
  type Message = { type: string; id?: string; payload?: { message?: string } }
  const hear = (by: 'window' | 'port', { type, id = '', payload }: Message) => {
    heard.push({ by, type, payload })
    const open = waiting.get(id)
    const isSuccess = type === `@w3m-frame/${open?.name}_SUCCESS`
    // The frame also sends notices about a request, which do not answer it.
    if (!open || !(isSuccess || type === `@w3m-frame/${open.name}_ERROR`)) return
    waiting.delete(id)
    if (isSuccess) open.resolve(payload)
    else open.reject(new Error(payload?.message))
  }
  const post = (message: object) => (own ? own.postMessage(message) : frame.contentWindow?.postMessage(message, origin))
  return new Promise((resolve) => {
    window.addEventListener('message', ({ data, origin: from, source }: MessageEvent<Message>) => {
      if (source !== frame.contentWindow || from !== origin) return
      hear('window', data)
      if (data.type !== '@w3m-frame/READY') return
      if (port) {
        const { port1, port2 } = new MessageChannel()
        own = port1
        port1.onmessage = (event: MessageEvent<Message>) => hear('port', event.data)
        const channel = '0123456789abcdef0123456789abcdef'
        frame.contentWindow?.postMessage({ type: '@w3m-app/PORT', payload: { channel } }, origin, [port2])
      }
      resolve()
    })
    window.framed = {
      heard,
      ask: (name, payload, id = crypto.randomUUID()) =>
        new Promise((done, reject) => {
          waiting.set(id, { name, resolve: done, reject })
          post({ type: `@w3m-app/${name}`, id, payload })
        }),
      abort: (id) => post({ type: '@w3m-app/RPC_ABORT', id }),
    }
    document.body.append(frame)
  })
}

export type Holder = Awaited<ReturnType<typeof serveHolder>>

/** Serves the page. `host` is the name of this machine in its URL. */
export async function serveHolder(host = '127.0.0.1') {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Site</title><body></body>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url,
    /** Opens the page with the frame in it, and records the frame's messages. */
    hold: async (page: Page, secureSite: string, { port = true, chainId = '31337' } = {}) => {
      await page.goto(url)
      const src = `${secureSite}/sdk?projectId=tests&chainId=${chainId}&version=1&enableLogger=true`
      await page.evaluate(hold, { src, port })
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
