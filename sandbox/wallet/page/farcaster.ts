/** Approves a Farcaster sign-in at `/wallet?farcaster={channel}`, the URL in the login service's QR code. */
import { privateKeyToAccount } from 'viem/accounts'
import { signInMessage, type Wanted } from '../../login/farcaster/message.ts'
import { FARCASTER_PEOPLE } from '../../login/farcaster/people.ts'
import { button, element } from './view.ts'

type Asked = Wanted & { site: string }
type Refused = { reasons?: { description: string }[] }

async function call(channel: string, body?: object): Promise<unknown> {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(`/farcaster/${encodeURIComponent(channel)}`, init)
  const value = (await answer.json()) as Refused
  if (!answer.ok) throw new Error(value.reasons?.[0]?.description ?? 'The login service does not answer')
  return value
}

/** Renders the sign-in into `root`: the site that asks, the person to sign in as, and two buttons. */
export async function showFarcaster(root: HTMLElement, channel: string): Promise<void> {
  const asked = (await call(channel)) as Asked
  const select = element('select')
  select.setAttribute('aria-label', 'Name')
  for (const { fid, name } of FARCASTER_PEOPLE) select.append(new Option(`@${name} (${fid})`, String(fid)))
  const live = element('p')
  live.setAttribute('role', 'status')
  const end = (text: string) => {
    row.remove()
    live.textContent = text
  }
  const approve = async () => {
    const person = FARCASTER_PEOPLE.find(({ fid }) => String(fid) === select.value)
    if (!person) return
    const message = signInMessage(asked, { address: person.custody, fid: person.fid, issuedAt: Date.now() })
    const signature = await privateKeyToAccount(person.privateKey).signMessage({ message })
    await call(channel, { message, signature })
    end(`Signed in as @${person.name}. You can close this page.`)
  }
  const run = (task: () => Promise<unknown>) => {
    task().catch((error: unknown) => (live.textContent = error instanceof Error ? error.message : String(error)))
  }
  const row = element(
    'div',
    'row',
    select,
    button('Approve', run, approve, { style: 'key' }),
    button('Reject', run, async () => end('Rejected. You can close this page.')),
  )
  const section = element(
    'section',
    '',
    element('h2', '', 'Sign in with Farcaster'),
    element('p', '', `${asked.site} wants to know who you are.`),
    row,
    live,
  )
  section.setAttribute('aria-label', 'Sign in with Farcaster')
  root.replaceChildren(section)
}
