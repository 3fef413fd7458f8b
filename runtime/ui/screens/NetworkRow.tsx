import type { CaipNetwork } from '../../contracts/network.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { useKit, useSnapshot, useText } from '../context.ts'
import { Icon } from '../parts/Icon.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { Row } from '../parts/Row.tsx'
import { NetworkTile } from '../parts/NetworkTile.tsx'
import { commonMessages } from './common.messages.ts'
import { networksMessages } from './networks.messages.ts'
import type { Switching } from './useSwitch.ts'

/** A row for a network. Marks the current one, one that the wallet did not approve, and a pending or failed switch. */
export function NetworkRow({
  network,
  switching,
  onChoose,
}: {
  network: CaipNetwork
  switching: Switching | undefined
  onChoose: (caipNetworkId: CaipNetworkId) => void
}) {
  const kit = useKit()
  const t = useText(networksMessages)
  const common = useText(commonMessages)
  const networks = useSnapshot(kit.state.networks)
  const accounts = useSnapshot(kit.state.accounts)
  const { caipNetworkId: id, chainNamespace: namespace, name } = network
  const account = accounts[namespace]
  const wallet = account.connectedWalletInfo?.name ?? common('common.wallet')
  const own = networks[namespace]
  const current = networks.activeChain === namespace && own.caipNetwork?.caipNetworkId === id
  const unapproved =
    account.address !== undefined && !own.supportsAllNetworks && !own.approvedCaipNetworkIds?.includes(id)
  const state = switching?.id === id ? switching.state : undefined
  const crosses = networks.activeChain !== namespace && account.address !== undefined
  const note = unapproved
    ? t('networks.unapproved', { wallet })
    : state === 'declined'
      ? t('networks.declined', { wallet })
      : state === 'unavailable'
        ? t('networks.unavailable', { wallet })
        : state === 'failed'
          ? t('networks.failed')
          : crosses
            ? t('networks.other', { network: name })
            : undefined
  return (
    <Row
      id={id}
      name={name}
      {...(note === undefined ? {} : { note })}
      image={<NetworkTile network={network} />}
      current={current}
      disabled={unapproved}
      end={
        state === 'waiting' && account.address !== undefined ? (
          <>
            <span className="note">{t('networks.confirm', { wallet })}</span>
            <Spinner />
          </>
        ) : (
          current && (
            <span className="current">
              <Icon name="check" />
              <span className="sr">{t('networks.current')}</span>
            </span>
          )
        )
      }
      // One request at a time. Not `disabled`, so that the row keeps the keyboard focus.
      onClick={() => switching?.state !== 'waiting' && onChoose(id)}
    />
  )
}
