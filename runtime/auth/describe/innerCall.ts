/** Finds calls in typed data: what a contract may run in the signer's name once it has the signature. */
import type { Signed } from '../../lib/signedFields.ts'
import { describeCall } from './call.ts'
import type { Fact, Warning, Where } from './described.ts'
import { isBytes } from './read.ts'

/**
 * Names that the field with the called contract may have. A call without such a field goes to the contract that checks
 * the signature.
 */
const TARGETS = ['to', 'target', 'dest', 'destination', 'contract']

/**
 * Describes those calls inside the signed data that call a known token method, and skips others. `contract`: the
 * domain's verifying contract, to which a call without a target goes.
 */
export function describeInner(
  signed: readonly Signed[],
  contract: string | undefined,
  where: Where,
): { facts: Fact[]; warnings: Warning[] } {
  const beside = (path: string, name: string, type: RegExp) => {
    const sibling = `${path.slice(0, path.lastIndexOf('.') + 1)}${name}`
    return signed.find((each) => each.path === sibling && type.test(each.type))?.value
  }
  const parts = signed.flatMap(({ path, type, value: data }) => {
    if (type !== 'bytes' || !isBytes(data) || data === '0x') return []
    const to = TARGETS.map((name) => beside(path, name, /^address$/)).find((each) => each !== undefined) ?? contract
    if (to === undefined) return []
    const part = describeCall({ to, data, value: beside(path, 'value', /^uint/) }, where)
    return part && !part.warnings.some(({ key }) => key === 'approve.unknown') ? part : []
  })
  return {
    facts: parts.flatMap(({ title, facts }): Fact[] => [{ kind: 'call', label: 'approve.may', title }, ...facts]),
    warnings: parts.flatMap(({ warnings }) => warnings),
  }
}
