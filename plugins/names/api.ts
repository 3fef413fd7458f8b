/** The profile requests of the blockchain API. On an unsupported network, reads send no request and find nothing. */
import { type BlockchainApi, HttpError } from 'walletkit/plugin'
import { nameError, serviceError } from './errors.ts'
import { parseNames, parseProfile, parseSuggestions, type Profile, type Suggestion } from './shape.ts'

export type Registration = { coinType: number; address: string; message: string; signature: string }

export type NamesApi = ReturnType<typeof namesApi>

const API_VERSION = '2'
/** A 404 means that no such name exists, or that the address has none: a valid response, not a failure. */
const isNobody = (error: unknown) => error instanceof HttpError && error.status === 404

export default function namesApi(api: BlockchainApi) {
  /** @throws 'Network not found' if the service does not support the active network. */
  const requireNetwork = async (): Promise<void> => {
    if (!(await api.supports())) throw nameError('NAME_NETWORK')
  }

  return {
    requireNetwork,

    /**
     * The record of a name; `undefined` if it is not registered.
     * @throws the server's reason, if any, else 'Error resolving name'.
     */
    async resolve(name: string): Promise<Profile | undefined> {
      try {
        const path = `v1/profile/account/${encodeURIComponent(name)}`
        const reply = await api.read({ path, query: { apiVersion: API_VERSION } })
        return reply === undefined ? undefined : parseProfile(reply)
      } catch (error) {
        if (isNobody(error)) return undefined
        throw await serviceError('NAME_RESOLVE', error)
      }
    },

    /** The names of an address. @throws the server's reason, if any, else 'Error fetching names for address'. */
    async reverse(address: string, sender: string | undefined): Promise<string[]> {
      try {
        const query = { sender, apiVersion: API_VERSION }
        return parseNames(await api.read({ path: `v1/profile/reverse/${address}`, query }))
      } catch (error) {
        if (isNobody(error)) return []
        throw await serviceError('NAME_REVERSE', error)
      }
    },

    /** Names similar to `label`. @throws the server's reason, if any, else 'Error fetching name suggestions'. */
    async suggestions(label: string, { zone, suffix }: { zone: string; suffix: string }): Promise<Suggestion[]> {
      try {
        const path = `v1/profile/suggestions/${encodeURIComponent(label)}`
        return parseSuggestions(await api.read({ path, query: { zone } }), suffix)
      } catch (error) {
        throw await serviceError('NAME_SUGGESTIONS', error)
      }
    },

    /**
     * Registers a name. Any 2xx means success: the service does not define the response body. Never retried. Does not
     * use `api.ask`, which returns without a request on an unsupported network, as if the registration had succeeded.
     * @throws 'Network not found' on such a network; otherwise the server's reason, if any, else 'Error registering
     * name'.
     */
    async register({ coinType, ...signed }: Registration): Promise<void> {
      await requireNetwork()
      try {
        await api.post({
          path: 'v1/profile/account',
          body: { coin_type: coinType, ...signed },
          parse: (body) => body,
        })
      } catch (error) {
        throw await serviceError('NAME_REGISTER', error)
      }
    },
  }
}
