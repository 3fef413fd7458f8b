/**
 * Handles the frames of clients: runs their calls, notes which messages they acknowledge, and fails the calls that a
 * test chose (`fail`).
 */
import { createCalls } from './calls.ts'
import { costOf, mayCall, send, unsentLimit, type Client, type Guard } from './client.ts'
import type { Clients } from './clients.ts'
import { parseFrame, type RpcId } from './frame.ts'
import type { Journal } from './journal.ts'
import type { Mailboxes } from './mailbox.ts'
import type { Recorder } from './report.ts'
import type { RelayFailure } from './switches.ts'

/**
 * The error for a publisher whose messages the journal could not store. It does not say why: the journal reports the
 * reason to the operator.
 */
const NOT_KEPT = 'The relay cannot keep messages now. Try again later.'

export function createReceiver(
  clients: Clients,
  mailboxes: Mailboxes,
  recorder: Recorder,
  { guard, journal }: { guard?: Guard | undefined; journal?: Journal | undefined } = {},
) {
  const { run, catchUp, pass, leave } = createCalls(clients, mailboxes, recorder, { guard, journal })
  let failures: RelayFailure[] = []

  const refuseCall = (client: Client, method: string, id: RpcId | null, code: number, message: string) => {
    recorder.add('calls', { client: client.name, method, error: code })
    send(client, { id, error: { code, message } })
  }
  return {
    receive(client: Client, data: string): void {
      client.alive = true
      const frame = parseFrame(data)
      if (frame.kind === 'refused') return refuseCall(client, '', frame.id, frame.code, frame.message)
      if (frame.kind === 'answer') {
        const kept = client.pushed.get(frame.id)
        if (kept) mailboxes.arrived(kept, client.id)
        client.pushed.delete(frame.id)
        return catchUp(client)
      }
      const { id, method, call } = frame
      // The client makes calls without reading the answers, so disconnect it. Messages that it has not acknowledged
      // stay in the mailboxes until it reconnects.
      if (guard && client.socket.bufferedAmount > 2 * unsentLimit(client, clients.ofIp(client.ip), guard))
        return client.socket.close(1013, 'Too slow')
      if (!mayCall(client, guard, costOf(call)))
        return refuseCall(client, method, id, -32005, 'Too many calls. Slow down.')
      const failure = failures.find((each) => each.method === method && each.times > 0)
      if (failure) {
        failure.times -= 1
        return refuseCall(client, method, id, -32000, 'Set by a test')
      }
      try {
        const { result, then, written } = run(client, method, call)
        const answer = () => {
          recorder.add('calls', { client: client.name, method })
          send(client, { id, result })
          then?.()
        }
        if (written) written.then(answer, () => refuseCall(client, method, id, -32000, NOT_KEPT))
        else answer()
      } catch (error) {
        refuseCall(client, method, id, -32000, error instanceof Error ? error.message : String(error))
      }
    },
    catchUp,
    pass,
    leave,
    fail: (method: string, times = 1): void => {
      failures = [...failures.filter((each) => each.method !== method), { method, times }]
    },
    clear(): void {
      failures = []
    },
  }
}
