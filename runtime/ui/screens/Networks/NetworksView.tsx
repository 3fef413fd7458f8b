import { useCallback, useState } from 'react'
import { push } from '../../../state/navigate.ts'
import type { CaipNetwork } from '../../../contracts/network.ts'
import type { Kit } from '../../../contracts/kit.ts'
import { type CaipNetworkId, type Namespace, namespacesOf } from '../../../lib/namespace.ts'
import { shortAddress } from '../../../lib/shortAddress.ts'
import { activeAddress, activeNetworkOf } from '../../../state/active.ts'
import { requestedNetworks } from '../../../state/networks.ts'
import { goBack } from '../../../actions/goBack.ts'
import { useKit, usePreload, useSheet, useSnapshot, useText } from '../../context.ts'
import { Button } from '../../parts/Button.tsx'
import { SearchField } from '../../parts/SearchField.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { NetworkRow } from '../NetworkRow.tsx'
import { namespaceName } from '../../../chains/families.ts'
import networksCss from '../networks.css.ts'
import { networksMessages } from '../networks.messages.ts'
import { useEveryOpening } from '../useEveryOpening.ts'
import { useSwitch } from '../useSwitch.ts'

/**
 * If an account is connected, but none on the network's namespace, opens Connect with the wallets of that namespace and
 * returns `true`. The current account stays active until one of them connects. Returns `false` if the network can be
 * switched to directly.
 */
function connectFirst(kit: Kit, network: CaipNetwork): boolean {
  const namespace = network.chainNamespace
  const { accounts, modal, networks, router } = kit.state
  if (!activeAddress(kit) || accounts[namespace].address) return false
  networks[namespace].caipNetwork = network
  modal.namespace = namespace
  push(router, 'Connect')
  return true
}

/** The heading of a namespace's networks: its name and the connected account. */
function NamespaceLine({ namespace }: { namespace: Namespace }) {
  const kit = useKit()
  const t = useText(networksMessages)
  const { address } = useSnapshot(kit.state.accounts[namespace])
  return (
    <div className="group-line">
      <h2 className="note">{namespaceName(kit, namespace)}</h2>
      <span className="note num">{address ? shortAddress(address) : t('networks.nobody')}</span>
    </div>
  )
}

/** With more networks than this, the list has a search field. */
const SEARCHABLE = 6

/**
 * The configured networks. Selecting one switches to it, which may ask the connected wallet, or opens the wallets of
 * its namespace ({@link connectFirst}).
 */
export default function NetworksView() {
  useSheet(networksCss)
  const kit = useKit()
  const t = useText(networksMessages)
  const preload = usePreload()
  const [search, setSearch] = useState('')
  const { switching, to, forget } = useSwitch()
  const clear = useCallback(() => setSearch(''), [])
  useEveryOpening(clear)
  useEveryOpening(forget)
  useSnapshot(kit.state.networks)
  const networks = requestedNetworks(kit.state.networks)
  const wanted = search.trim().toLowerCase()
  const found = networks.filter(({ name, id }) => name.toLowerCase().includes(wanted) || String(id) === wanted)
  const groups = namespacesOf(kit.state.accounts)
    .map((namespace) => [namespace, found.filter(({ chainNamespace }) => chainNamespace === namespace)] as const)
    .filter(([, list]) => list.length > 0)
  const grouped = new Set(networks.map(({ chainNamespace }) => chainNamespace)).size > 1
  const choose = (id: CaipNetworkId) => {
    if (activeNetworkOf(kit)?.caipNetworkId === id) goBack(kit)
    else if (!networks.some((each) => each.caipNetworkId === id && connectFirst(kit, each))) to(id)
  }
  return (
    <>
      <div className="pad networks">
        {networks.length > SEARCHABLE && (
          <SearchField
            label={t('networks.search')}
            clearLabel={t('networks.clear')}
            value={search}
            onValue={setSearch}
          />
        )}
        <span className="sr" role="status">
          {wanted && t('networks.found', { count: found.length })}
        </span>
        {found.length ? (
          groups.map(([namespace, list]) => (
            <section key={namespace} className="group">
              {grouped && <NamespaceLine namespace={namespace} />}
              <ul role="list" aria-label={grouped ? namespaceName(kit, namespace) : t('networks.list')}>
                {list.map((network) => (
                  <li key={network.caipNetworkId}>
                    <NetworkRow network={network} switching={switching} onChoose={choose} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        ) : (
          <Panel
            icon="search"
            title={t('networks.none')}
            action={
              <Button size="m" onClick={clear}>
                {t('networks.clear')}
              </Button>
            }
          >
            {t('networks.noneText', { search })}
          </Panel>
        )}
      </div>
      {kit.config.enableWalletGuide !== false && (
        <div className="foot foot-center">
          <button
            type="button"
            className="link with-icon"
            onPointerEnter={() => preload('WhatIsANetwork')}
            onClick={() => push(kit.state.router, 'WhatIsANetwork')}
          >
            <Icon name="help" size={16} />
            {t('networks.help')}
          </button>
        </div>
      )}
    </>
  )
}
