import { describe, expect, it } from 'vitest'
import { WalletKitError } from '../../../runtime/errors/base.ts'
import { APPROVE_FIRST } from '../../../runtime/auth/messages.ts'
import { claimSocial } from '../../../runtime/auth/social.ts'

const USER = { address: '0xabc', chainId: 1 }
const refused = (message: string, code = 'FRAME') => new WalletKitError(code, message)

/** A frame that gives these answers one after another. An Error is thrown. */
function frameOf(...answers: unknown[]) {
  const asked: string[] = []
  const ask = ((name: string) => {
    asked.push(name)
    const next = answers.shift()
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
  }) as Parameters<typeof claimSocial>[0]['ask']
  return { asked, ask }
}

describe('the result of a social login', () => {
  it('is taken at once in a browser that the account knows', async () => {
    const frame = frameOf(USER)
    expect(await claimSocial(frame, 'uri', () => expect.unreachable())).toEqual(USER)
    expect(frame.asked).toEqual(['CONNECT_SOCIAL'])
  })

  it('waits for the link in the mail, however often the wait times out, and is then taken', async () => {
    const late = refused('Something went wrong', 'FRAME_TIMEOUT')
    const frame = frameOf(refused(APPROVE_FIRST), late, late, undefined, USER)
    let told = 0
    expect(await claimSocial(frame, 'uri', () => told++)).toEqual(USER)
    expect([told, frame.asked]).toEqual([
      1,
      ['CONNECT_SOCIAL', 'CONNECT_DEVICE', 'CONNECT_DEVICE', 'CONNECT_DEVICE', 'CONNECT_SOCIAL'],
    ])
  })

  it.each([
    ['another error', [refused('This login has ended. Start again.')], 'has ended'],
    ['the end of the link', [refused(APPROVE_FIRST), refused('This took too long. Start again.')], 'too long'],
  ])('rejects with %s', async (_, answers, text) => {
    await expect(claimSocial(frameOf(...answers), 'uri')).rejects.toThrow(text)
  })
})
