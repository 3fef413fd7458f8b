/** ms within which the browser has left the page after `beforeunload`. */
const LEAVING = 3_000

/**
 * Settles as `loading` does, but rejects 3 s later if the visitor began to leave the page: Firefox then aborts pending
 * downloads some time before the page is gone, and an aborted download must not appear as a failure. It does reject,
 * because the visitor may stay after the site asked them to confirm.
 */
export async function unlessLeft<T>(loading: Promise<T>): Promise<T> {
  let patience = 0
  const leave = () => (patience = LEAVING)
  addEventListener('beforeunload', leave)
  try {
    return await loading
  } catch (error) {
    if (patience) await new Promise((resolve) => setTimeout(resolve, patience))
    throw error
  } finally {
    // With a `beforeunload` listener, Firefox does not keep the page in its back/forward cache.
    removeEventListener('beforeunload', leave)
  }
}
