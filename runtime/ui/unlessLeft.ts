/** ms within which the browser has left the page after `beforeunload`. */
const LEAVING = 3_000

/**
 * When the visitor leaves the page, Firefox aborts pending downloads some time before the page is gone. An aborted
 * download must not appear as a failure, so the returned promise rejects later. It does reject: the visitor may stay
 * after the site asked them to confirm.
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
