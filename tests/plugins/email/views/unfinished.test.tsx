/** The screens without a code, for a login that the service finishes without one. */
import { describe, expect, it } from 'vitest'
import manifest from '../../../../plugins/email/index.ts'
import EmailMethod from '../../../../plugins/email/views/EmailMethod.tsx'
import VerifyDeviceView from '../../../../plugins/email/views/VerifyDeviceView.tsx'
import { createPluginKit } from '../../../../runtime/host/createPluginKit.ts'
import { drawn } from '../../../support/drawn.tsx'
import { ALICE } from '../../../support/loginFrame.ts'
import { EMAIL, openLogin } from '../kit.ts'

const KNOWN = { CONNECT_EMAIL: { action: 'CONNECT' } } as const
const FAILED = 'Your account could not be loaded'

describe('a login whose account does not load', () => {
  it('says so below the email field, until the visitor types another address', async () => {
    const own = await openLogin({ replies: { ...KNOWN, GET_USER: new Error('Busy') } })
    const kit = createPluginKit(own.kit, manifest)
    const field = () => drawn(own.kit, <EmailMethod kit={kit} controller={own.controller} params={undefined} />)
    await own.submit()
    expect(own.errors).toEqual([`EMAIL_UNFINISHED: ${FAILED}`])
    expect(field()).toBe(FAILED)
    own.controller.type('other@example.com')
    expect(field()).toBe('')
    own.frame.replies.GET_USER = ALICE
    await own.submit()
    expect(own.kit.state.accounts.eip155.status).toBe('connected')
  })

  it('says so where the visitor waits for a mail, with a button that loads it again', async () => {
    const own = await openLogin({
      replies: { CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, GET_USER: new Error('Busy') },
    })
    const kit = createPluginKit(own.kit, manifest)
    const params = { email: EMAIL }
    const screen = () => drawn(own.kit, <VerifyDeviceView kit={kit} controller={own.controller} params={params} />)
    await own.submit()
    own.frame.replies.CONNECT_EMAIL = KNOWN.CONNECT_EMAIL
    // No mail is on its way, so the screen does not say so.
    expect(await own.controller.resend(EMAIL)).toBe(false)
    expect(screen()).toContain(`${FAILED} Try again`)
    // The wait for the old mail fails too, because nothing is pending: the login still only needs its account.
    own.controller.state.deviceNote = 'No mail is on its way'
    expect(screen()).toContain(`${FAILED} Try again`)
    own.frame.replies.GET_USER = ALICE
    own.controller.finish()
    await expect.poll(() => own.kit.state.accounts.eip155.status).toBe('connected')
  })
})
