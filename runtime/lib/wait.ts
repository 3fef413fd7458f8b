/** Resolves like the promise, or with `undefined` after `ms`. Rejects if the promise rejects in time. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, ms, undefined)))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Resolves after `ms`; rejects with the signal's reason when the signal aborts first. */
export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, ms)
    if (signal?.aborted) leave()
    else signal?.addEventListener('abort', leave, { once: true })
  })
