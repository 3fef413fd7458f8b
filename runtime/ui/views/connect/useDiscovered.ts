import { useEffect } from 'react'
import { proxy } from 'valtio/vanilla'
import { discover } from '../../../actions/discover.ts'
import { perKit } from '../../../lib/perKit.ts'
import { useKit, useSnapshot } from '../../context.ts'

/** Wallets answer at once; those that come later than this, in ms, join a list that already shows. */
const ANSWER = 100

const looked = perKit(() => proxy({ done: false }))

/** Whether the wallets of the page had their time to answer: until then an empty list means nothing. */
export function useDiscovered(): boolean {
  const kit = useKit()
  useEffect(() => {
    const finish = () => setTimeout(() => (looked(kit).done = true), ANSWER)
    void discover(kit)().then(finish, finish)
  }, [kit])
  return useSnapshot(looked(kit)).done
}
