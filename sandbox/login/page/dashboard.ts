/** A user's own page: the stored data, the keys after a fresh code, and deletion of the account. */
import { MESSAGES } from '../../../runtime/auth/messages.ts'
import { object, text } from '../../../runtime/auth/shape.ts'
import { type Ask, open } from './ask.ts'
import { element, field, form, main } from './dom.ts'
import { storedFor } from './stored.ts'

const code = () =>
  field('Code', { type: 'text', inputMode: 'numeric', autocomplete: 'one-time-code', maxLength: 6, required: true })
const keys = object({ evm: text, solana: text })

export async function runDashboard(): Promise<void> {
  const stored = storedFor(location.origin)
  const { ask, networks } = await open(location.origin, 'dashboard', stored)
  const [first] = networks
  if (first) stored.chain.set(first.caipNetworkId)
  const { isConnected } = MESSAGES.IS_CONNECTED.answers.parse(await ask('IS_CONNECTED', {}))
  if (isConnected) await account(ask)
  else login(ask)
}

function login(ask: Ask): void {
  const email = field('Email', { type: 'email', autocomplete: 'email', required: true })
  const send = async () => {
    const answer = await ask('CONNECT_EMAIL', { email: email.input.value })
    const { action } = MESSAGES.CONNECT_EMAIL.answers.parse(answer)
    if (action === 'VERIFY_DEVICE') {
      main().replaceChildren(element('h1', '', 'Look into your mail'), element('p', '', 'Approve this browser there.'))
      await ask('CONNECT_DEVICE')
    }
    const otp = code()
    const enter = async () => {
      await ask('CONNECT_OTP', { otp: otp.input.value })
      await account(ask)
    }
    main().replaceChildren(element('h1', '', 'Enter the code of the mail'), form(otp.parts, 'Log in', enter))
  }
  main().replaceChildren(element('h1', '', 'Log in'), form(email.parts, 'Continue', send))
}

async function account(ask: Ask): Promise<void> {
  const user = MESSAGES.GET_USER.answers.parse(await ask('GET_USER', {}))
  const list = element('dl')
  const tell = (label: string, value: string) => list.append(element('dt', '', label), element('dd', 'code', value))
  tell('Email', user.email ?? 'none')
  for (const { address, type } of user.accounts ?? []) tell(type === 'eoa' ? 'Account' : 'Smart account', address)
  const leave = async () => {
    await ask('SIGN_OUT')
    login(ask)
  }
  main().replaceChildren(
    element('h1', '', 'Your account'),
    list,
    guarded(
      ask,
      'Export keys',
      'EXPORT',
      'Whoever has these keys has everything. Show them to nobody.',
      (answer, box) => {
        const { evm, solana } = keys.parse(answer)
        const shown = element('dl')
        for (const [label, value] of [
          ['Ethereum', evm],
          ['Solana (seed)', solana],
        ] as const) {
          shown.append(element('dt', '', label), element('dd', 'code', value))
        }
        box.append(shown)
      },
    ),
    guarded(
      ask,
      'Delete account',
      'FORGET',
      'Your address, logins and keys are deleted here. Export the keys first.',
      () => login(ask),
    ),
    form([], 'Log out', leave),
  )
}

/** A section whose action first asks for its own code. */
function guarded(
  ask: Ask,
  title: string,
  name: 'EXPORT' | 'FORGET',
  about: string,
  done: (answer: unknown, box: HTMLElement) => void,
) {
  const box = element('section', '', element('h2', '', title), element('p', 'note', about))
  const start = form([], title, async () => {
    await ask(`${name}_CODE`)
    const otp = code()
    const enter = form(otp.parts, `${title} now`, async () => {
      const answer = await ask(name, { otp: otp.input.value })
      enter.remove()
      done(answer, box)
    })
    start.replaceWith(enter)
  })
  box.append(start)
  return box
}
