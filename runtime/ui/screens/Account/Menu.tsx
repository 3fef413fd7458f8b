import { NAMESPACES } from '../../../lib/namespace.ts'
import { isEmbedded } from '../../../state/connections.ts'
import { push } from '../../../state/navigate.ts'
import { slotItems } from '../../../state/slotItems.ts'
import { useKit, usePreload, useSnapshot } from '../../context.ts'
import { IconButton } from '../../parts/Button.tsx'
import { isIcon } from '../../parts/Icon.tsx'

/** The icon buttons that plugins add to the account's header, beside the close button. */
export function AccountMenu() {
  const kit = useKit()
  const preload = usePreload()
  const { activeChain } = useSnapshot(kit.state.networks)
  const { profileName } = useSnapshot(kit.state.accounts[activeChain ?? NAMESPACES[0]])
  useSnapshot(kit.state.options)
  useSnapshot(kit.state.connections)
  return slotItems(kit, 'accountMenu')
    .filter(({ namespaces }) => !namespaces || !activeChain || namespaces.includes(activeChain))
    .filter(({ embedded }) => !embedded || isEmbedded(kit, activeChain))
    .filter(({ nameless }) => !nameless || !profileName)
    .map(({ key, label, icon, view }) => (
      <IconButton
        key={key}
        icon={isIcon(icon) ? icon : 'wallet'}
        label={kit.text(`menu.${key}`, label)}
        onClick={() => push(kit.state.router, view)}
        onPointerEnter={() => preload(view)}
        onFocus={() => preload(view)}
      />
    ))
}
