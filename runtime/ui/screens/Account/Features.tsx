import type { WalletFeature } from '../../../contracts/slots.ts'
import { push } from '../../../state/navigate.ts'
import { useKit, usePreload, useText } from '../../context.ts'
import { Icon, isIcon } from '../../parts/Icon.tsx'
import { accountMessages } from './account.messages.ts'

/** The feature buttons of the account, in the configured order. Hover and focus preload a button's view. */
export function Features({ features }: { features: readonly WalletFeature[] }) {
  const kit = useKit()
  const t = useText(accountMessages)
  const preload = usePreload()
  if (!features.length) return null
  return (
    <ul role="list" className="features" aria-label={t('account.features')}>
      {features.map(({ key, label, icon, view }) => (
        <li key={key}>
          <button
            type="button"
            className="feature"
            data-id={key}
            onClick={() => push(kit.state.router, view)}
            onPointerEnter={() => preload(view)}
            onFocus={() => preload(view)}
          >
            <Icon name={isIcon(icon) ? icon : 'coins'} />
            <span className="note clip">{kit.text(`feature.${key}`, label)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
