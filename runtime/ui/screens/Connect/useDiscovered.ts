import { useEffect } from 'react'
import { proxy } from 'valtio/vanilla'
import { discover } from '../../../actions/discover.ts'
import { perKit } from '../../../contracts/perKit.ts'
import { useKit, useSnapshot } from '../../context.ts'

/**
 * How many ms wallets have to announce themselves after the search. Wallets that announce later are added to the
 * visible list.
 */
const ANSWER = 100

const looked = perKit(() => proxy({ done: false }))

/** Whether the installed wallets had time to announce themselves: until then, an empty list is not final. */
export function useDiscovered(): boolean {
  const kit = useKit()
  useEffect(() => {
    const finish = () => setTimeout(() => (looked(kit).done = true), ANSWER)
    void discover(kit)().then(finish, finish)
  }, [kit])
  return useSnapshot(looked(kit)).done
}
