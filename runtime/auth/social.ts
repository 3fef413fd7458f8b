/** Finishes a social login. A browser that is new to the account first has to be approved with a link in an email. */
import { WalletKitError } from '../errors/base.ts'
import { type Answers, APPROVE_FIRST } from './messages.ts'
import type { EmbeddedWallet } from './wallet.ts'

/**
 * Logs in with the result of a social login, and resolves with the user.
 * @param uri the URL at which the popup, or the page, came back from the provider
 * @param onDevice called if the visitor has to open the link in the email; the promise then waits as long as the link
 * works
 */
export async function claimSocial(
  { ask }: Pick<EmbeddedWallet, 'ask'>,
  uri: string,
  onDevice?: () => void,
): Promise<Answers<'CONNECT_SOCIAL'>> {
  try {
    return await ask('CONNECT_SOCIAL', { uri })
  } catch (error) {
    if (!(error instanceof Error) || error.message !== APPROVE_FIRST) throw error
    onDevice?.()
    await approved(ask)
    return ask('CONNECT_SOCIAL', { uri })
  }
}

/**
 * Waits until the visitor opens the link. Repeats the request when it times out, after 30 s. Rejects with any other
 * error, for example when the link has expired.
 */
async function approved(ask: EmbeddedWallet['ask']): Promise<void> {
  for (;;) {
    try {
      return await ask('CONNECT_DEVICE')
    } catch (error) {
      if (!(error instanceof WalletKitError) || error.code !== 'FRAME_TIMEOUT') throw error
    }
  }
}
