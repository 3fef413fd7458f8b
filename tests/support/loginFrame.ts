/** A simulated login frame in Node: records the page's messages, and answers them by hand or from a table. */
import { frames } from '../../runtime/auth/wallet.ts'
import { errorType, type MessageName, requestType, successType } from '../../runtime/auth/messages.ts'
import type { Frame, FrameEvents } from '../../runtime/auth/frame.ts'
import type { Kit } from '../../runtime/contracts/kit.ts'

type Sent = { type: string; id?: string; payload?: unknown }
/**
 * The automatic answers by message name: a payload, an Error whose message is sent, or a function that returns one of
 * them.
 */
export type Replies = Partial<Record<MessageName, unknown>>
type Answer = (payload: unknown) => unknown

export const ALICE = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 1,
  email: 'alice@example.com',
  accounts: [
    { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' },
    { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' },
  ],
}

export function loginFrame(kit: Kit, replies: Replies = {}) {
  const sent: Sent[] = []
  const urls: string[] = []
  let events: FrameEvents | undefined
  const all: Replies = { SYNC_THEME: undefined, SYNC_DAPP_DATA: undefined, ...replies }

  const reply = ({ type, id }: Sent, name: MessageName, answer: unknown) =>
    events?.onMessage({
      ...(id !== undefined && { id }),
      ...(answer instanceof Error
        ? { type: errorType(name), payload: answer.message ? { message: answer.message } : {} }
        : { type: successType(name), payload: answer }),
    }) ?? void type
  const nameOf = ({ type }: Sent) => type.replace('@w3m-app/', '') as MessageName

  const frame = {
    sent,
    urls,
    /** Reports to the page that the frame has loaded. */
    ready: () => events?.onReady(),
    fail: () => events?.onFail(),
    /** Sends any message to the page. */
    say: (message: Sent) => events?.onMessage(message),
    /** The page's requests with this name, oldest first. */
    asked: (name: MessageName) => sent.filter(({ type }) => type === requestType(name)),
    /** Answers the newest request with this name. */
    answer: (name: MessageName, answer?: unknown) => {
      const last = frame.asked(name).at(-1)
      if (last) reply(last, name, answer)
    },
    replies: all,
  }
  frames(kit).mount = (_kit, url, on): Frame => {
    urls.push(url.href)
    events = on
    return {
      element: undefined,
      send: (message) => {
        sent.push(message)
        const name = nameOf(message)
        if (!(name in all)) return
        const answer = all[name]
        queueMicrotask(() =>
          reply(message, name, typeof answer === 'function' ? (answer as Answer)(message.payload) : answer),
        )
      },
      close: () => (events = undefined),
    }
  }
  return frame
}
