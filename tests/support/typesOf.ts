/** Makes EIP-712 `types` for a message, such that all its fields are signed. Each plain value gets the type of its form. */
type Types = Record<string, { name: string; type: string }[]>

export function typesOf(primaryType: string, message: object): Types {
  const types: Types = {}
  const add = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return `${add(name, value[0])}[]`
    if (typeof value !== 'object' || value === null) return plainType(value)
    types[name] = Object.entries(value).map(([field, each]) => ({ name: field, type: add(`${name}_${field}`, each) }))
    return name
  }
  add(primaryType, message)
  return types
}

function plainType(value: unknown): string {
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string' && /^-\d+$/.test(value)) return 'int256'
  if (typeof value !== 'string' || /^(\d{1,78}|0x[\da-f]{1,39})$/i.test(value)) return 'uint256'
  return /^0x[\da-f]{40}$/i.test(value) ? 'address' : 'string'
}
