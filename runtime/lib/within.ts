/** Resolves like the promise, or with `undefined` after `ms`. Rejects if the promise rejects in time. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
