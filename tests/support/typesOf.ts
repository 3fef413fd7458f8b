/** Makes EIP-712 `types` for a message, such that all its fields are signed. Each plain value is a `uint256`. */
type Types = Record<string, { name: string; type: string }[]>

export function typesOf(primaryType: string, message: object): Types {
  const types: Types = {}
  const add = (name: string, value: unknown): string => {
    if (Array.isArray(value)) return `${add(name, value[0])}[]`
    if (typeof value !== 'object' || value === null) return 'uint256'
    types[name] = Object.entries(value).map(([field, each]) => ({ name: field, type: add(`${name}_${field}`, each) }))
    return name
  }
  add(primaryType, message)
  return types
}
