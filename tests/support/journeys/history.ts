/** The journey through the activity view: its pages, new rows on top, and a pending transaction. */
import { connect } from '../../../runtime/actions/connect.ts'
import { STORAGE_KEYS } from '../../../runtime/lib/keyTable.ts'
import { openHistory, rowAt } from '../../plugins/history/kit.ts'
import type { Journey } from '../kills.ts'
import { memoryStorage, testConnector } from '../kit.ts'
import { askNode } from '../ledger.ts'
import { balanceLoading, held, stop, walletOf } from './common.ts'

const ROWS = 60
/** More pages than the list ever has, so that the loop ends. The list grows, because every run adds a transaction. */
const PAGES = 50

export const history: Journey = {
  name: 'the activity, page by page',
  open: async (net) => {
    const { sandbox, config } = net
    const [owner, other] = [sandbox.accounts[0]?.address ?? '', sandbox.accounts[1]?.address ?? '']
    sandbox.indexer.clear()
    sandbox.indexer.add(
      owner,
      Array.from({ length: ROWS }, (_, at) => rowAt(`old-${at}`, 1_500_000_000 - at)),
    )
    // A transaction sent just before the page loaded; the kit must find its result.
    const transaction = { from: owner, to: other, value: '0x1' }
    const hash = String(await askNode(sandbox.chains[0]?.rpcUrl ?? '', 'eth_sendTransaction', [transaction]))
    const sent = { hash, caipNetworkId: 'eip155:31337', from: owner, to: other, status: 'pending', at: Date.now() }
    const storage = memoryStorage()
    storage.set(STORAGE_KEYS.sent, JSON.stringify([sent]))
    const { kit, controller, state } = await openHistory(sandbox, { config, connected: false, storage })
    const { connector } = testConnector(sandbox, walletOf(net))
    await connect(kit, connector)
    let leave = () => {}
    return {
      kit,
      prompts: [],
      busy: () => held({ loading: state.loading, balanceLoading: balanceLoading(kit) }),
      steps: [
        {
          name: 'the first page',
          press: () => (leave(), (leave = controller.enter()), controller.load()),
          done: () => !state.failed && state.transactions.length > 0,
        },
        {
          name: 'the other pages',
          press: async () => {
            if (state.failed) await controller.load()
            for (let page = 0; page < PAGES && !state.failed && state.next !== undefined; page++)
              await controller.loadMore()
          },
          done: () => !state.failed && state.next === undefined && state.transactions.length >= ROWS,
        },
        {
          name: 'what came on top',
          press: () => (state.failed ? controller.load() : controller.refresh()),
          done: () => !state.failed && state.transactions.length > 0,
        },
      ],
      close: () => (leave(), stop(kit)),
    }
  },
}
