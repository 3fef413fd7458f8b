import { testAccounts } from './accounts.ts'
import { chainList } from './chains.ts'
import { dataUri, tile } from './images.ts'

/** Names of the sandbox end in this. */
export const nameSuffix = 'walletkit.id'

/** A name's record, as `GET /v1/profile/account/{name}` gives it; `addresses` is keyed by coin type. */
export type Profile = {
  name: string
  registered: string
  updated: string
  addresses: Record<string, { address: string; created: string }>
  attributes: { avatar?: string; bio?: string }[]
}

const registered = '2025-01-01T00:00:00.000Z'

/** SLIP-44 type of ether, then ENSIP-11 types of the sandbox chains: all name the same account. */
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

const profiles: readonly { address: string; profile: Profile }[] = people.flatMap(({ label, account, attributes }) => {
  const address = testAccounts[account]?.address
  if (!address) return []
  const addresses = Object.fromEntries(coinTypes.map((type) => [String(type), { address, created: registered }]))
  const name = `${label}.${nameSuffix}`
  return [{ address, profile: { name, registered, updated: registered, addresses, attributes: [attributes] } }]
})

/** The record of a name, in any case. */
export function findProfile(name: string): Profile | undefined {
  return profiles.find(({ profile }) => profile.name === name.toLowerCase())?.profile
}

/** Every name of an address, in any case of its hex. */
export function findNames(address: string): Profile[] {
  const wanted = address.toLowerCase()
  return profiles.filter((entry) => entry.address.toLowerCase() === wanted).map((entry) => entry.profile)
}
