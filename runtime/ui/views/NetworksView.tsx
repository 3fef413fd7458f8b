import { useState } from 'react'
import { push } from '../../actions/router.ts'
import type { CaipNetworkId } from '../../lib/namespace.ts'
import { activeNetworkOf } from '../../state/active.ts'
import { requestedNetworks } from '../../state/networks.ts'
import { goBack } from '../../actions/goBack.ts'
import { useKit, usePreload, useSheet, useSnapshot, useText } from '../context.ts'
import { Button } from '../parts/Button.tsx'
import { SearchField } from '../parts/Field.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Panel } from '../parts/Panel.tsx'
import { NetworkRow } from './NetworkRow.tsx'
import networksCss from './networks.css.ts'
import { networksMessages } from './networks.messages.ts'
import { useSwitch } from './useSwitch.ts'

/** A list as long as this gets a search field. */
const SEARCHABLE = 6

/** The configured networks; choosing one asks the wallet, when one is connected. */
export default function NetworksView() {
  useSheet(networksCss)
  const kit = useKit()
  const t = useText(networksMessages)
  const preload = usePreload()
  const [search, setSearch] = useState('')
  const { switching, to } = useSwitch()
  useSnapshot(kit.state.networks)
  const networks = requestedNetworks(kit.state.networks)
  const wanted = search.trim().toLowerCase()
  const found = networks.filter(({ name, id }) => name.toLowerCase().includes(wanted) || String(id) === wanted)
  const choose = (id: CaipNetworkId) => {
    if (activeNetworkOf(kit)?.caipNetworkId === id) goBack(kit)
    else to(id)
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
          <ul role="list" aria-label={t('networks.list')}>
            {found.map((network) => (
              <li key={network.caipNetworkId}>
                <NetworkRow network={network} switching={switching} onChoose={choose} />
              </li>
            ))}
          </ul>
        ) : (
          <Panel
            icon="search"
            title={t('networks.none')}
            action={
              <Button size="m" onClick={() => setSearch('')}>
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
