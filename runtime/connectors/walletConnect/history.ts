/**
 * The library remembers every request for thirty days, and every message for as long as its session lives: a store that
 * grows by a kilobyte per action until the browser's quota is full (reliability P82). Only the newest are of use, to know
 * a message that the relay delivers twice.
 */

export type History = {
  /** The oldest first. */
  readonly values: readonly { id: number; topic: string; request: { method: string }; response?: unknown }[]
  delete: (topic: string, id: number) => void
  on: (event: string, listener: () => void) => void
}
/** Messages by topic, each by its hash; the oldest first. */
export type Messages = { readonly messages: Map<string, Record<string, unknown>> }

/** Records and messages per topic that are kept. */
export const KEPT = 32
export function keepShort(history: History, messages: Messages) {
  const trim = () => {
    // A question to the wallet stays until it is answered. A goodbye never is: its topic is gone with it.
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
