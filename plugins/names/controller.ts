/** Account names: the typed name, its availability, and the registration. */
import { isUserRejection, latest, type PluginKit, proxy, Superseded } from 'walletkit/plugin'
import type { NamesApi } from './api.ts'
import { createNameCache } from './cache.ts'
import { NAME_ERRORS, nameError } from './errors.ts'
import { isLabel, registrationMessage, toCoinType } from './label.ts'
import { readOptions } from './options.ts'
import type { Suggestion } from './shape.ts'

export type NamesController = ReturnType<typeof createNamesController>

/** ms without typing before the name is looked up. */
export const SUGGESTION_DEBOUNCE = 500
/** ms between opening the success view and the signature request, so that the visitor can read what they will sign. */
export const READING_PAUSE = 600

const AUTH = 'ID_AUTH'

export type NamesState = {
  /** As typed. */
  label: string
  suggestions: readonly Suggestion[]
  /** `unknown`: not looked up yet. `failed`: the lookup failed. */
  availability: 'unknown' | 'checking' | 'free' | 'taken' | 'failed'
  /** Why the last registration or lookup failed, as text for the visitor. */
  error: string | undefined
  loading: boolean
  /** The pending registration, or the last one that succeeded. */
  registration: { name: string; step: 'sign' | 'post' | 'done'; since: number } | undefined
  /** The account's names; `undefined` until they are loaded. */
  own: readonly string[] | undefined
}

const blank = (): NamesState => ({
  label: '',
  suggestions: [],
  availability: 'unknown',
  error: undefined,
  loading: false,
  registration: undefined,
  own: undefined,
})

type Deps = { kit: PluginKit; api: NamesApi | undefined; options: unknown }

export default function createNamesController({ kit, api, options: given }: Deps) {
  const options = readOptions(given)
  const state = proxy(blank())
  const cache = createNameCache(kit)
  const isSmartAccount = () => kit.account().preferredAccountType === 'smartAccount'
  /** Whether the account signed in without a wallet: only such accounts can have a name. */
  const hasAuth = () => kit.account().connectedWalletInfo?.identifier === AUTH

  const look = latest(async (label: string) => (label ? api?.suggestions(label, options) : undefined))
  let timer: ReturnType<typeof setTimeout> | undefined
  kit.signal.addEventListener('abort', () => clearTimeout(timer))

  async function suggest(label: string) {
    try {
      const suggestions = (await look(label)) ?? []
      const own = suggestions.find(({ name }) => name === label) ?? { registered: await isTaken(label) }
      if (state.label.toLowerCase() !== label) return
      Object.assign(state, { suggestions, availability: own.registered ? 'taken' : 'free' })
    } catch (error) {
      if (error instanceof Superseded || state.label.toLowerCase() !== label) return
      const { message } = kit.report(error, 'NAME_SUGGESTIONS', NAME_ERRORS)
      Object.assign(state, { suggestions: [], availability: 'failed', error: wordsOf(error) ?? message })
    }
  }

  /** Looks up the exact name, because suggestions may list only similar ones. */
  const isTaken = async (label: string) => (await api?.resolve(label + options.suffix)) !== undefined

  function setLabel(text: string) {
    clearTimeout(timer)
    const label = text.trim().toLowerCase()
    // Supersede the pending lookup: its result belongs to older text.
    look('').catch(() => undefined)
    const looking = isLabel(label)
    Object.assign(state, { label: text.trim(), suggestions: [], error: undefined })
    state.availability = looking ? 'checking' : 'unknown'
    if (looking) timer = setTimeout(() => void suggest(label), SUGGESTION_DEBOUNCE)
  }

  /** The names of an address on the active network; requested at most every five minutes. */
  async function reverse(address: string): Promise<string[]> {
    const { namespace, address: sender } = kit.account()
    const network = kit.network()
    // The service issues names for eip155 accounts only.
    if (!api || !network || namespace !== 'eip155') return []
    const key = `${network.caipNetworkId}:${address}`
    const known = cache.get(key)
    if (known) return known
    const names = await api.reverse(address, sender)
    cache.set(key, names)
    return names
  }

  /** Collects what a registration needs. @throws errors of the catalogue, such as 'Network not found' */
  function prepare() {
    const network = kit.network()
    if (!network) throw nameError('NAME_NETWORK')
    const { address, caipAddress } = kit.account()
    if (!address || !caipAddress || !hasAuth()) throw nameError('NAME_CONNECTOR')
    const coinType = toCoinType(Number(network.id))
    const label = state.label.toLowerCase()
    if (!isLabel(label)) throw nameError('NAME_INVALID')
    return { address, caipAddress, coinType, name: label + options.suffix }
  }

  async function sign(message: string): Promise<string> {
    try {
      return await kit.chain.signMessage(message)
    } catch (error) {
      throw isUserRejection(error) ? nameError('NAME_DECLINED', undefined, error) : error
    }
  }

  /**
   * Registers the typed name. Opens the success view before the signature request, so that the visitor sees the
   * progress. After a failure, opens the form again with the typed name. Never retries.
   * @throws an error that was already reported, with the server's first reason or a message of the catalogue.
   */
  async function register(): Promise<void> {
    if (state.loading) return
    let begun: ReturnType<typeof prepare> | undefined
    const event = () => ({ isSmartAccount: isSmartAccount(), ensName: begun?.name ?? state.label })
    try {
      begun = prepare()
      const { address, caipAddress, coinType, name } = begun
      Object.assign(state, { loading: true, error: undefined })
      state.registration = { name, step: 'sign', since: Date.now() }
      kit.track('REGISTER_NAME_INITIATED', event())
      kit.reset('RegisterAccountNameSuccess')
      await new Promise((resolve) => setTimeout(resolve, READING_PAUSE))
      const message = registrationMessage(name, Math.floor(Date.now() / 1000))
      const signature = await sign(message)
      state.registration = { ...state.registration, step: 'post' }
      if (!api) throw nameError('NAME_NETWORK')
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
      kit.track('REGISTER_NAME_ERROR', { ...event(), error: message })
      Object.assign(state, { error: message, registration: undefined })
      if (begun) {
        kit.reset('Account')
        kit.push('RegisterAccountName')
      }
      throw new Error(message, { cause: error })
    } finally {
      state.loading = false
    }
  }

  let last = kit.account().caipAddress
  kit.onChange(() => {
    const now = kit.account().caipAddress
    if (now === last) return
    last = now
    state.own = undefined
  })

  return {
    state,
    options,
    /** Whether the config names the API, without which there are no names. */
    ready: api !== undefined,
    hasAuth,
    setLabel,
    reverse,
    register,
    resolve: async (name: string) => api?.resolve(name),
    /** Loads the account's names. If the service fails, assumes there are none, so that registering stays possible. */
    async fetchOwn(): Promise<void> {
      const { address, caipAddress } = kit.account()
      if (!address) return
      const own = await reverse(address).catch((error: unknown) => {
        kit.report(error, 'NAME_REVERSE', NAME_ERRORS)
        return []
      })
      if (kit.account().caipAddress !== caipAddress) return
      state.own = own
      if (own[0] && !kit.account().profileName) kit.setProfileName(own[0])
    },
    opened: () => kit.track('OPEN_ENS_FLOW', { isSmartAccount: isSmartAccount() }),
  }
}

/** The message of an error of this plugin, which may be the server's text. */
function wordsOf(error: unknown): string | undefined {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && code in NAME_ERRORS && typeof message === 'string' ? message : undefined
}
