/** A copy of plain data, out of any proxy: nobody can write into the kit's state through it. */
export function plain<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}
