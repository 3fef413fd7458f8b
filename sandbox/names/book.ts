/** The sandbox's names: three from the start, and those that pages register. They last as long as the sandbox runs. */
import { testAccounts } from '../accounts.ts'
import { chainList } from '../chains.ts'
import { dataUri, tile } from '../images.ts'
import { Refusal } from '../refusal.ts'

/** The suffix of the sandbox's names, and the zone of its suggestions. */
export const nameSuffix = 'walletkit.id'

/** A name's record, as `GET /v1/profile/account/{name}` returns it; `addresses` is keyed by coin type. */
export type Profile = {
  name: string
  registered: string
  updated: string
  addresses: Record<string, { address: string; created: string }>
  attributes: { avatar?: string; bio?: string }[]
}

const registered = '2025-01-01T00:00:00.000Z'

/**
 * The coin types under which the names from the start have an address: SLIP-44's of ether, then ENSIP-11's of the
 * sandbox chains.
 */
const coinTypes = [60, ...chainList.map(({ id }) => (0x80000000 | id) >>> 0)]

const people: readonly { label: string; account: number; attributes: { avatar?: string; bio?: string } }[] = [
  {
    label: 'noah',
    account: 0,
    attributes: { avatar: dataUri(tile('person:noah', 'N')), bio: 'Tries everything first' },
  },
  { label: 'olivia', account: 1, attributes: { avatar: dataUri(tile('person:olivia', 'O')) } },
  { label: 'mateo', account: 2, attributes: {} },
]

/** Whether a text may be the part of a name before the suffix. */
export const isLabel = (text: string): boolean => /^[a-z0-9-]{4,63}$/.test(text)

/** The label of a name with the suffix, in lower case; `undefined` for any other name. */
export function labelOf(name: string): string | undefined {
  const lower = name.toLowerCase()
  return lower.endsWith(`.${nameSuffix}`) ? lower.slice(0, -nameSuffix.length - 1) : undefined
}

export type Names = ReturnType<typeof createNames>

export function createNames() {
  const profiles = new Map<string, Profile>()
  for (const { label, account, attributes } of people) {
    const address = testAccounts[account]?.address
    if (!address) continue
    const addresses = Object.fromEntries(coinTypes.map((type) => [String(type), { address, created: registered }]))
    const name = `${label}.${nameSuffix}`
    profiles.set(name, { name, registered, updated: registered, addresses, attributes: [attributes] })
  }
  const isFree = (label: string) => !profiles.has(`${label}.${nameSuffix}`)

  return {
    /** The record of a name, which may be in upper case; undefined if it is not registered. */
    find: (name: string): Profile | undefined => profiles.get(name.toLowerCase()),

    /** The records of all names that have this address on any chain, oldest first. Ignores the address's case. */
    of: (address: string): Profile[] =>
      [...profiles.values()].filter(({ addresses }) =>
        Object.values(addresses).some((entry) => entry.address.toLowerCase() === address.toLowerCase()),
      ),

    /** The name with this label and similar names, if they are valid; `registered`: it is taken. */
    suggest(label: string): { name: string; registered: boolean }[] {
      const base = label.toLowerCase()
      const like = [base, `${base}-1`, `my-${base}`, `${base}${base.length}`, `the-${base}`].filter(isLabel)
      return like.map((each) => ({ name: `${each}.${nameSuffix}`, registered: !isFree(each) }))
    },

    /** Registers a free name for an address on one chain. Throws a 400 {@link Refusal} when it is taken. */
    register(label: string, coinType: number, address: string, attributes: Profile['attributes']): Profile {
      const name = `${label}.${nameSuffix}`
      if (!isFree(label)) throw new Refusal(400, 'name', `${name} is already taken`)
      const now = new Date().toISOString()
      const addresses = { [String(coinType)]: { address, created: now } }
      const profile: Profile = { name, registered: now, updated: now, addresses, attributes }
      profiles.set(name, profile)
      return profile
    },
  }
}
