import type { Kit } from '../../contracts/kit.ts'
import type { Text } from '../../contracts/definePlugin.ts'
import { fill } from '../../lib/text.ts'
import { requestClose } from '../../actions/close.ts'
import { goBack } from '../../actions/goBack.ts'
import { findView } from '../../host/findView.ts'
import { push } from '../../state/navigate.ts'
import { headerButtons, useKit, useSelected, useSnapshot, useText } from '../context.ts'
import { IconButton } from '../parts/Button.tsx'
import { findCoreView } from '../screens/index.ts'
import { shellMessages } from './messages.ts'

type Title = string | ((params: never, text: Text) => string | undefined)

/**
 * The modal's top row. Left: the view's own button, else back, or help on Connect. Middle: the title. Right: the view's
 * other buttons, and close.
 */
export function Header() {
  const kit = useKit()
  const t = useText(shellMessages)
  const { router, connection } = kit.state
  const view = useSelected(router, (read) => read.view)
  const params = useSelected(router, (read) => read.params)
  const isFirst = useSelected(router, ({ history }) => history.length < 2)
  const buffering = useSelected(connection, (read) => read.buffering)
  const { Start, Buttons } = useSnapshot(headerButtons(kit))
  const core = findCoreView(kit, view)
  const plugin = core ? undefined : findView(kit, view)?.view
  // A view without a visible title still needs a name for screen readers, which is "Account".
  const title = titleOf(kit, view, (core ?? plugin)?.title, params) || undefined
  const mayGoBack = !isFirst && (core ?? plugin)?.back !== false

  return (
    <header className="header">
      <span>
        {Start ? (
          <Start />
        ) : mayGoBack ? (
          <IconButton icon="back" label={t('shell.back')} disabled={buffering} onClick={() => goBack(kit)} />
        ) : view === 'Connect' ? (
          <IconButton
            icon="help"
            label={t('shell.help')}
            onClick={() => {
              kit.track('CLICK_WALLET_HELP')
              push(kit.state.router, 'WhatIsAWallet')
            }}
          />
        ) : null}
      </span>
      <h1 id="wk-title" key={view} tabIndex={-1} className={title === undefined ? 'sr' : undefined}>
        <bdi>{title ?? t('shell.account')}</bdi>
      </h1>
      <span className="end">
        {Buttons && <Buttons />}
        <IconButton
          icon="close"
          label={t('shell.close')}
          disabled={buffering}
          onClick={() => requestClose(kit, 'button')}
        />
      </span>
    </header>
  )
}

/**
 * Returns the view's title as text. Does not trust a title that is a plugin's function: sites may pass it any
 * parameters, and it may throw or return something that is no text, which would unmount the modal.
 */
function titleOf({ text }: Kit, view: string, title: Title | undefined, params: unknown) {
  if (typeof title !== 'function') return title && text(`title.${view}`, title)
  try {
    return `${title(params as never, (key, english, values) => fill(text(key, english, values), values)) ?? ''}`
  } catch {
    return undefined
  }
}
