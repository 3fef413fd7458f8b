/** The endpoints of names. */
import type { Answer } from '../answer.ts'
import { parseAddress } from '../balances.ts'
import { Refusal } from '../refusal.ts'
import { requireProject } from '../project.ts'
import type { Endpoint } from '../routes.ts'
import { isSolanaAddress } from '../solana/balances.ts'
import { labelOf, nameSuffix, type Profile } from './book.ts'
import { registerName } from './registration.ts'

const json = (value: unknown): Answer => ({ json: value })

/** The names of an address. Throws a 404 {@link Refusal} if there is none, as always for a Solana address. */
function ofAddress(address: string, of: (address: string) => Profile[]): Profile[] {
  const found = isSolanaAddress(address) ? [] : of(parseAddress(address))
  if (!found.length) throw new Refusal(404, 'address', 'No name is registered for this address')
  return found
}

export const nameRoutes: Record<string, Endpoint> = {
  'GET /v1/identity/:address': ({ query, params }, { names }) => {
    requireProject({ query })
    const [profile] = ofAddress(params['address'] ?? '', names.of)
    return json({ name: profile?.name, avatar: profile?.attributes[0]?.avatar ?? null })
  },
  'GET /v1/profile/account/:name': ({ query, params }, { names }) => {
    requireProject({ query })
    const found = names.find(params['name'] ?? '')
    if (!found) throw new Refusal(404, 'name', 'This name is not registered')
    return json(found)
  },
  'GET /v1/profile/reverse/:address': ({ query, params }, { names }) => {
    requireProject({ query })
    return json(ofAddress(params['address'] ?? '', names.of))
  },
  'GET /v1/profile/suggestions/:name': ({ query, params }, { names }) => {
    requireProject({ query })
    if (query.get('zone') !== nameSuffix)
      throw new Refusal(400, 'zone', `The sandbox knows the zone ${nameSuffix} only`)
    const name = params['name'] ?? ''
    return json({ suggestions: names.suggest(labelOf(name) ?? name) })
  },
  'POST /v1/profile/account': async ({ query, body }, { names, nodes }) => {
    requireProject({ query })
    const { registered, updated, ...profile } = await registerName(body, nodes, names)
    return json({ ...profile, registered_at: registered, updated_at: updated })
  },
}
