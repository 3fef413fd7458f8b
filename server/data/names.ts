/** Names of EVM accounts from the config's sources. */
import { getAddress, isAddress } from 'viem'
import { Refusal } from '../../sandbox/refusal.ts'
import { createCache } from './cache.ts'
import { firstOf, type Told } from './firstOf.ts'
import type { Found, Named, Source, SourceError } from './source.ts'

/** ms for which a name or its addresses stay in the cache. */
const LIFETIME = 300_000
const MOST_KEPT = 5_000

const NAME = /^[^\s/\\?#]{1,255}$/u

export function createNames(sources: readonly Source[], report: (error: SourceError) => void, now = Date.now) {
  const names = createCache<Told<Named | undefined> | undefined>({ lifetime: LIFETIME, most: MOST_KEPT, now })
  const owners = createCache<Told<Found | undefined> | undefined>({ lifetime: LIFETIME, most: MOST_KEPT, now })
  const nobody = (): never => {
    throw new Refusal(404, 'sources', 'No source of this server tells names')
  }
  return {
    /**
     * The name of an EVM account; `value` is undefined if it has none.
     * @throws Refusal 400 if the text is no EVM address, 404 if no source knows names
     */
    async of(address: string): Promise<Told<Named | undefined>> {
      if (!isAddress(address, { strict: false })) throw new Refusal(400, 'address', 'An EVM address is expected')
      const account = getAddress(address)
      const ask = () => firstOf(sources, ({ nameOf }) => nameOf && (() => nameOf(account)), report)
      return (await names(account, ask)) ?? nobody()
    },

    /**
     * The addresses of a name by coin type (SLIP-44, ENSIP-11); `value` is undefined if the name has no address.
     * @throws Refusal 400 if the text is no name, 404 if no source knows names
     */
    async find(name: string): Promise<Told<Found | undefined>> {
      if (!NAME.test(name) || !name.includes('.'))
        throw new Refusal(400, 'name', 'A name such as vitalik.eth is expected')
      const ask = () => firstOf(sources, ({ find }) => find && (() => find(name)), report)
      return (await owners(name, ask)) ?? nobody()
    },
  }
}
