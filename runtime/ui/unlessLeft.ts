/** ms in which a page that is being left is gone. */
const LEAVING = 3_000

/**
 * Firefox ends what is being fetched when the page is left, some time before the page is gone: that is no failure to tell
 * of. It rejects later then, for whoever stays after all because the site asked them.
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
    // With a listener left behind, Firefox keeps no page for the way back.
    removeEventListener('beforeunload', leave)
  }
}
