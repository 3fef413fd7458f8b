/**
 * Trims what WalletConnect's library stores. The library keeps every request for thirty days and every message as long
 * as its session, so its store grows by a kilobyte per action until the browser's quota is full. Only the newest
 * records are useful: they detect a message that the relay delivers twice.
 */

export type History = {
  /** The oldest first. */
  readonly values: readonly { id: number; topic: string; request: { method: string }; response?: unknown }[]
  delete: (topic: string, id: number) => void
  on: (event: string, listener: () => void) => void
}
/** Messages by topic and by their hash; the oldest first. */
export type Messages = { readonly messages: Map<string, Record<string, unknown>> }

/** How many records, and how many messages per topic, are kept. */
export const KEPT = 32
export function keepShort(history: History, messages: Messages) {
  const trim = () => {
    // Keep a pending request to the wallet until it is answered. Do not wait for other requests: a disconnect request,
    // for example, is never answered, because its topic is gone.
    const isOver = ({ request, response }: History['values'][number]) =>
      response !== undefined || request.method !== 'wc_sessionRequest'
    for (const { topic, id } of history.values.slice(0, -KEPT).filter(isOver)) history.delete(topic, id)
    for (const [topic, known] of messages.messages) {
      const entries = Object.entries(known)
      if (entries.length > KEPT) messages.messages.set(topic, Object.fromEntries(entries.slice(-KEPT)))
    }
  }
  history.on('history_created', trim)
  history.on('history_updated', trim)
}
