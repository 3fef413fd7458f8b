/** Takes the result of a social login; a browser that is new to the account is first approved by a link in a mail. */
import { WalletKitError } from '../errors/base.ts'
import { type Answers, APPROVE_FIRST } from './messages.ts'
import type { EmbeddedWallet } from './wallet.ts'

/**
 * @param uri where the popup ended
 * @param onDevice called when the visitor has to open the link in the mail; then this waits as long as the link works
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

/** Each request times out after 30 s; the service ends the wait when the link has expired. */
async function approved(ask: EmbeddedWallet['ask']): Promise<void> {
  for (;;) {
    try {
      return await ask('CONNECT_DEVICE')
    } catch (error) {
      if (!(error instanceof WalletKitError) || error.code !== 'FRAME_TIMEOUT') throw error
    }
  }
}
