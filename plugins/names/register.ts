/** Registers the typed name. */
import { isUserRejection, WalletKitError } from 'walletkit/plugin'
import { NAME_ERRORS, nameError, reasonIn, wordsOf } from './errors.ts'
import { isLabel, registrationMessage, toCoinType } from './label.ts'
import { hasAuth, isSmartAccount, type NamesPanel } from './panel.ts'

/** ms between opening the success view and the signature request, so that the visitor can read what they will sign. */
export const READING_PAUSE = 600

/** Collects what a registration needs. @throws errors of the catalogue, such as 'Network not found' */
function prepare(panel: NamesPanel) {
  const { kit, options, state } = panel
  const network = kit.network()
  if (!network) throw nameError('NAME_NETWORK')
  const { address, caipAddress } = kit.account()
  if (!address || !caipAddress || !hasAuth(panel)) throw nameError('NAME_CONNECTOR')
  const coinType = toCoinType(Number(network.id))
  const label = state.label.toLowerCase()
  if (!isLabel(label)) throw nameError('NAME_INVALID')
  return { address, caipAddress, coinType, name: label + options.suffix }
}

async function sign({ kit }: NamesPanel, message: string): Promise<string> {
  try {
    return await kit.chain.signMessage(message)
  } catch (error) {
    throw isUserRejection(error) ? nameError('NAME_DECLINED', undefined, error) : error
  }
}

/**
 * Registers the typed name. Opens the success view before the signature request, so that the visitor sees the
 * progress. If the signature or the request fails, opens the form again with the typed name; but if the visitor has
 * closed the modal meanwhile, leaves its screen alone and shows a toast, unless they declined. Never retries.
 * @throws an error that was already reported, with the server's first reason or a message of the catalogue.
 */
export async function register(panel: NamesPanel): Promise<void> {
  const { kit, api, state, cache } = panel
  if (state.loading) return
  let begun: ReturnType<typeof prepare> | undefined
  let isLeft = false
  const stop = kit.onClose(() => void (isLeft = true))
  const event = () => ({ isSmartAccount: isSmartAccount(panel), ensName: begun?.name ?? state.label })
  try {
    begun = prepare(panel)
    const { address, caipAddress, coinType, name } = begun
    Object.assign(state, { loading: true, error: undefined })
    state.registration = { name, step: 'sign', since: Date.now() }
    kit.track('REGISTER_NAME_INITIATED', event())
    kit.reset('RegisterAccountNameSuccess')
    if (!api) throw nameError('NAME_NETWORK')
    // Before the signature: the visitor should not sign for a network on which the service registers nothing.
    await Promise.all([api.requireNetwork(), new Promise((resolve) => setTimeout(resolve, READING_PAUSE))])
    const message = registrationMessage(name, Math.floor(Date.now() / 1000))
    const signature = await sign(panel, message)
    state.registration = { ...state.registration, step: 'post' }
    await api.register({ coinType, address, message, signature })
    cache.set(caipAddress, [name])
    if (kit.account().caipAddress === caipAddress) {
      kit.setProfileName(name)
      state.own = [name]
    }
    kit.track('REGISTER_NAME_SUCCESS', event())
    state.registration = { ...state.registration, step: 'done' }
    Object.assign(state, { label: '', suggestions: [], availability: 'unknown' })
  } catch (error) {
    const { message: text } = kit.report(error, 'NAME_REGISTER', NAME_ERRORS)
    const message = wordsOf(error) ?? text
    const shown = reasonIn(error) ?? text
    kit.track('REGISTER_NAME_ERROR', { ...event(), error: message })
    Object.assign(state, { error: shown, registration: undefined })
    if (begun && !isLeft) {
      kit.reset('Account')
      kit.push('RegisterAccountName')
    } else if (begun && !(error instanceof WalletKitError && error.code === 'NAME_DECLINED')) kit.toast.error(shown)
    throw new Error(message, { cause: error })
  } finally {
    stop()
    state.loading = false
  }
}
