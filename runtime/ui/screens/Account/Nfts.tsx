import { type ReactNode, useCallback, useEffect, useReducer, useRef } from 'react'
import { fetchNfts, type Nft, type NftPage } from '../../../data/nfts.ts'
import { activeNetworkOf } from '../../../state/active.ts'
import { useKit, useSheet, useSnapshot, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Tile } from '../../parts/Tile.tsx'
import { useOnline } from '../../useOnline.ts'
import { commonMessages } from '../common.messages.ts'
import css from './nfts.css.ts'
import { nftMessages } from './nfts.messages.ts'

type State = { nfts: readonly Nft[]; next: string | undefined; status: 'loading' | 'ready' | 'failed' }
type Action = { type: 'ask'; anew: boolean } | { type: 'page'; page: NftPage } | { type: 'fail' }

const START: State = { nfts: [], next: undefined, status: 'loading' }

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'ask':
      return action.anew ? START : { ...state, status: 'loading' }
    case 'fail':
      return { ...state, status: 'failed' }
    case 'page': {
      const known = new Set(state.nfts.map(({ id }) => id))
      const fresh = action.page.nfts.filter(({ id }) => !known.has(id))
      return { nfts: [...state.nfts, ...fresh], next: action.page.next, status: 'ready' }
    }
  }
}

/** The account's NFTs, page by page, with loading and failed states; `empty` shows if there are none. */
export default function Nfts({ empty }: { empty: ReactNode }) {
  useSheet(css)
  const kit = useKit()
  const t = useText(nftMessages)
  const common = useText(commonMessages)
  const online = useOnline()
  useSnapshot(kit.state.networks)
  const accounts = useSnapshot(kit.state.accounts)
  const network = activeNetworkOf(kit)
  const address = network && accounts[network.chainNamespace].address
  const [{ nfts, next, status }, dispatch] = useReducer(reduce, START)
  const life = useRef<AbortController>(undefined)
  const sentinel = useRef<HTMLDivElement>(null)

  const fetchPage = useCallback(
    async (cursor?: string) => {
      life.current?.abort()
      const { signal } = (life.current = new AbortController())
      dispatch({ type: 'ask', anew: cursor === undefined })
      const done = await fetchNfts(kit, cursor, signal).then(
        (page): Action => ({ type: 'page', page }),
        (): Action => ({ type: 'fail' }),
      )
      if (!signal.aborted) dispatch(done)
    },
    [kit],
  )
  useEffect(() => {
    void fetchPage()
    return () => life.current?.abort()
  }, [fetchPage, address, network?.caipNetworkId])

  useEffect(() => {
    const target = sentinel.current
    if (!target || next === undefined || status !== 'ready') return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && void fetchPage(next),
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [fetchPage, next, status, nfts])

  if (status === 'failed')
    return (
      <>
        {nfts.length > 0 && <Grid nfts={nfts} />}
        <Panel
          icon={online ? 'warning' : 'offline'}
          title={t(online ? 'nfts.failed' : 'nfts.offline')}
          action={
            <Button size="m" icon="retry" onClick={() => void fetchPage(next)}>
              {common('common.retry')}
            </Button>
          }
        >
          {t(online ? 'nfts.failedText' : 'nfts.offlineText')}
        </Panel>
      </>
    )
  if (status === 'ready' && nfts.length === 0 && next === undefined) return empty
  return (
    <>
      {nfts.length > 0 && <Grid nfts={nfts} />}
      {status === 'loading' && <NftBones count={nfts.length ? 2 : 4} />}
      <div ref={sentinel} className="nft-sentinel" />
    </>
  )
}

function Grid({ nfts }: { nfts: readonly Nft[] }) {
  const t = useText(nftMessages)
  return (
    <ul role="list" className="nfts" aria-label={t('nfts.list')}>
      {nfts.map(({ id, name, collection, image }) => (
        <li key={id} className="nft" data-id={id}>
          <Tile name={name || '?'} src={image} size={80} />
          <span className="label clip">
            <bdi>{name}</bdi>
          </span>
          {collection && (
            <span className="note clip">
              <bdi>{collection}</bdi>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Placeholder tiles of the final size, so that nothing moves when the NFTs are there. */
function NftBones({ count }: { count: number }) {
  const common = useText(commonMessages)
  return (
    <div className="nfts" role="status" aria-label={common('common.loading')}>
      {Array.from({ length: count }, (_, at) => (
        <span key={at} className="nft" aria-hidden="true">
          <span className="bone nft-bone" />
          <span className="bone w80 h12" />
          <span className="bone w56 h10" />
        </span>
      ))}
    </div>
  )
}
