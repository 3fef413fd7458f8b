/** Parses the session service's requests. Throws a 400 {@link Refusal} that names the wrong field. */
import { getAddress, isAddress, isHex, type Hex } from 'viem'
import { parseObject, Refusal } from '../refusal.ts'

/** An account of an EVM chain, from its CAIP-10 form. */
export type Owner = { chainId: number; address: Hex; caipAddress: string }

export function parseOwner(text: string): Owner {
  const [, chainId, address] = /^eip155:(\d{1,10}):(0x[0-9a-fA-F]{40})$/.exec(text) ?? []
  if (!chainId || !address || !isAddress(address, { strict: false }))
    throw new Refusal(400, 'address', 'An EVM account in its CAIP-10 form is expected')
  const owner = getAddress(address)
  return { chainId: Number(chainId), address: owner, caipAddress: `eip155:${chainId}:${owner}` }
}

export type Project = { id: string; name: string; url: string; iconUrl: string }
export type Asked = {
  /** Seconds since 1970. */
  expiry: number
  permissions: readonly { type: string; data: Record<string, unknown> }[]
  policies: readonly unknown[]
  project: Project
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const LIMIT = 200
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, LIMIT) : '')

/** Parses a requested session, which must have an end and at least one permission. `now` is in ms. */
export function parseAsked(body: Buffer, projectId: string, now: number): Asked {
  const { expiry, permissions, policies, project } = parseObject(body)
  if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry * 1000 <= now)
    throw new Refusal(400, 'expiry', 'Seconds since 1970, later than now, are expected')
  if (!Array.isArray(permissions) || !permissions.length || permissions.length > 20)
    throw new Refusal(400, 'permissions', 'A list of 1 to 20 permissions is expected')
  const given = isRecord(project) ? project : {}
  return {
    expiry,
    permissions: permissions.map((permission: unknown) => {
      const { type, data } = isRecord(permission) ? permission : {}
      if (typeof type !== 'string' || !isRecord(data))
        throw new Refusal(400, 'permissions', 'Each permission has a type and data')
      return { type, data }
    }),
    policies: Array.isArray(policies) ? (policies as unknown[]).slice(0, 20) : [],
    project: {
      id: projectId,
      name: textOf(given['name']),
      url: textOf(given['url']),
      iconUrl: textOf(given['iconUrl']),
    },
  }
}

/** Parses an activation: the session's id, and the context by which the wallet names the permission that it gave. */
export function parseActivation(body: Buffer): { pci: string; context: string } {
  const { pci, context, permissionsContext } = parseObject(body)
  const found = permissionsContext ?? context
  if (typeof pci !== 'string') throw new Refusal(400, 'pci', 'The id of a session is expected')
  if (typeof found !== 'string' || !found)
    throw new Refusal(400, 'permissionsContext', 'The wallet’s context is expected')
  return { pci, context: found }
}

export function parseRevocation(body: Buffer): { pci: string; signature: Hex } {
  const { pci, signature } = parseObject(body)
  if (typeof pci !== 'string') throw new Refusal(400, 'pci', 'The id of a session is expected')
  if (!isHex(signature)) throw new Refusal(400, 'signature', 'A signature in hex is expected')
  return { pci, signature }
}
