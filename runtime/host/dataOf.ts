/**
 * A deep copy of plain data: primitive values, lists and plain objects. It reads each property once, so what the
 * visitor reviews is what is sent. Throws a TypeError for all else, such as functions, symbols and instances of
 * classes, because their content can change with each read. The error's message begins with `what`.
 *
 * `structuredClone` would accept more: it copies a `Date` or `Map`, and makes a plain object of a class's instance.
 */
export function dataOf(value: unknown, what = 'The parameter'): unknown {
  if (Array.isArray(value)) return Array.from(value as unknown[], (each) => dataOf(each, what))
  if (typeof value === 'function' || typeof value === 'symbol')
    throw new TypeError(`${what} contains a ${typeof value}`)
  if (typeof value !== 'object' || value === null) return value
  const parent: unknown = Object.getPrototypeOf(value)
  if (parent !== Object.prototype && parent !== null)
    throw new TypeError(`${what} contains an object that is no plain data`)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, dataOf(each, what)]))
}
