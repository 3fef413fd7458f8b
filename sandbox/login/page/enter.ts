/** Logs a person in on the dashboard: by email, with a passkey, or with a provider in a window. */
import { MESSAGES, SOCIAL_PROVIDERS, type SocialProvider } from '../../../runtime/auth/messages.ts'
import { object, text } from '../../../runtime/auth/shape.ts'
import { TITLES } from '../social/brands.ts'
import { relyingParty } from '../lock/relyingParty.ts'
import type { Ask } from './ask.ts'
import { element, field, main } from './dom.ts'
import { form } from './form.ts'
import { pageText } from './language.ts'
import { enterWithPasskey } from './lock/enter.ts'
import { lockMessages } from './lock/lock.messages.ts'
import { pagesMessages } from './pages.messages.ts'
import { hearProofs } from './proof.ts'

const [t, lock] = [pageText(pagesMessages), pageText(lockMessages)]
const ended = object({ resultUri: text })

export const codeField = () =>
  field(t('login.code'), {
    id: 'code',
    type: 'text',
    inputMode: 'numeric',
    autocomplete: 'one-time-code',
    maxLength: 6,
    required: true,
  })

/**
 * Shows the ways to log in on the dashboard.
 * @param why shown as the reason why the person has to log in
 * @param done called when the person is logged in
 */
export function login(ask: Ask, done: () => Promise<void>, why?: string): void {
  const email = field(t('login.email'), { id: 'email', type: 'email', autocomplete: 'email', required: true })
  const send = async () => {
    const answer = await ask('CONNECT_EMAIL', { email: email.input.value })
    const { action } = MESSAGES.CONNECT_EMAIL.answers.parse(answer)
    if (action === 'CONNECT') return done()
    if (action === 'VERIFY_DEVICE') {
      main().replaceChildren(element('h1', '', t('login.look')), element('p', '', t('login.lookText')))
      await ask('CONNECT_DEVICE')
    }
    const otp = codeField()
    const enter = async () => {
      await ask('CONNECT_OTP', { otp: otp.input.value })
      await done()
    }
    main().replaceChildren(
      element('h1', '', t('login.enter')),
      element('p', 'note', t('login.enterNote')),
      form(otp.parts, t('login.submit'), enter),
    )
  }
  const proofOf = hearProofs()
  const others = element('section', '', element('h2', '', t('login.others')))
  const withPasskey = async () => {
    const found = await ask('PASSKEY_CHOICE')
    await enterWithPasskey(ask, found).catch((error: unknown) => {
      throw error instanceof DOMException ? new Error(lock('lock.notUsed')) : error
    })
    await done()
  }
  const isPossible = typeof PublicKeyCredential === 'function' && relyingParty(location.origin) !== undefined
  if (isPossible) others.append(form([], t('login.passkey'), withPasskey, ''))
  for (const provider of SOCIAL_PROVIDERS) {
    const run = async () => {
      await enterWith(ask, provider, proofOf)
      await done()
    }
    others.append(form([], TITLES[provider], run, ''))
  }
  main().replaceChildren(
    element('h1', '', t('login.title')),
    ...(why === undefined ? [] : [element('p', '', why)]),
    form(email.parts, t('login.continue'), send),
    others,
  )
}

async function enterWith(ask: Ask, provider: SocialProvider, proofOf: (result: string) => Promise<string | undefined>) {
  // Open the window in the click, before its URL is known: browsers block windows that open later.
  const popup = window.open('', '_blank', 'popup,width=600,height=800')
  if (!popup) throw new Error(t('login.blocked'))
  const { uri } = MESSAGES.GET_SOCIAL_REDIRECT_URI.answers.parse(await ask('GET_SOCIAL_REDIRECT_URI', { provider }))
  popup.location.href = uri
  const result = await resultOf(popup)
  await ask('CONNECT_SOCIAL', { uri: result }, { proof: await proofOf(result) })
}

const resultOf = (popup: Window) =>
  new Promise<string>((resolve, reject) => {
    const end = () => {
      clearInterval(timer)
      window.removeEventListener('message', hear)
    }
    const hear = ({ data, origin, source }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== popup) return
      if (typeof data !== 'object' || data === null || !('resultUri' in data)) return
      end()
      resolve(ended.parse(data).resultUri)
    }
    window.addEventListener('message', hear)
    const timer = setInterval(() => {
      if (!popup.closed) return
      end()
      reject(new Error(t('login.closed')))
    }, 1_000)
  })
