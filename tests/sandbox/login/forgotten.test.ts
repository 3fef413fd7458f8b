/** An account whose deletion is done, while no mail can bring the link that undoes it. */
import { expect, it } from 'vitest'
import { answerApi } from '../../../sandbox/login/api.ts'
import type { Asked } from '../../../sandbox/login/asked.ts'
import { createCore } from '../../../sandbox/login/core.ts'
import { fileStore } from '../../../sandbox/login/fileStore.ts'
import { loadLibraries } from '../../../sandbox/login/libraries.ts'
import type { Letter } from '../../../sandbox/login/mail/letters.ts'
import { randomToken } from '../../../sandbox/login/random.ts'
import { rulesOf } from '../../../sandbox/login/switches.ts'
import { createVault } from '../../../sandbox/login/vault.ts'

const SERVICE = 'http://localhost:1'
it('can still be brought back', async () => {
  const letters: Letter[] = []
  let isAway = false
  const core = createCore({
    ...{ url: SERVICE, store: fileStore(), vault: createVault(randomToken()), now: Date.now },
    rules: rulesOf({ resendAfter: 0 }),
    post: {
      open: async () => ({
        send: async (letter) => {
          if (isAway) throw new Error('The mail server does not answer')
          letters.push(letter)
        },
        close: async () => undefined,
      }),
    },
    webauthn: loadLibraries,
    chains: { bundlers: [] },
  })
  const [ip, email] = ['192.0.2.1', 'ada@example.com']
  const frame = await core.frames.find(await core.frames.open(SERVICE, 'tests', ip), { ip })
  if (!frame) throw new Error('There is no frame')
  const none = { token: undefined, device: undefined, proof: undefined, unlock: undefined, browser: 'Chrome' }
  const asked: Asked = { frame, ...none, caip: 'eip155:1', signal: new AbortController().signal }
  const code = () => /^\d{6}/.exec(letters.at(-1)?.text ?? '')?.[0]
  await answerApi(core, 'CONNECT_EMAIL', { email }, asked)
  const { session } = await answerApi(core, 'CONNECT_OTP', { otp: code() }, asked)
  const own = { ...asked, token: session?.token }
  await answerApi(core, 'FORGET_CODE', {}, own)
  const otp = code()
  isAway = true
  const { answer } = await answerApi(core, 'FORGET', { otp }, own)
  expect(await core.users.byEmail(email)).toBeUndefined()
  await core.takeBack(new URL((answer as { undo: string }).undo).hash.slice(1))
  expect(await core.users.byEmail(email)).toMatchObject({ email })
  await core.close()
})
