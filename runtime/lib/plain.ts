/** Copies plain data, without its valtio proxy, so that the receiver cannot change the kit's state. */
export function plain<T>(value: T): T {
  return value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T)
}
