/**
 * A button that switches to English on screens where something is approved. It is offered in languages whose texts no
 * native speaker has checked, so that a visitor who doubts a text can compare it with the original.
 */
import { subscribe } from 'valtio/vanilla'
import type { Kit } from '../../contracts/kit.ts'
import { headerButtons, useKit, useSnapshot, useText } from '../context.ts'
import { hostElement } from '../hostElement.ts'
import { commonMessages } from '../screens/common.messages.ts'

/** The names of views on which something is approved: walletkit's own, and those that plugins give such views. */
const APPROVES = /(Preview|Review|Siwe)$|^(Approve|SIWX)/

const shown = new WeakSet<Kit>()

/**
 * Offers the button on screens where something is approved, until the kit is destroyed. Does nothing in a language
 * whose texts a native speaker has checked, or without a language.
 */
export function offerOriginal(kit: Kit) {
  const { language, state } = kit
  if (!language?.unread || shown.has(kit)) return
  shown.add(kit)
  const { text } = language
  const { lang, dir } = hostElement(kit)
  const own = { lang, dir }
  const buttons = headerButtons(kit)
  /**
   * Switches the language, and renders everything that is shown again, because a component reads its texts as it
   * renders.
   */
  const show = (inEnglish: boolean) => {
    Object.assign(language, { text: inEnglish ? () => undefined : text })
    const host = hostElement(kit)
    Object.assign(host, inEnglish ? { lang: 'en', dir: 'ltr' } : own)
    state.router.inEnglish = inEnglish
  }
  function Original() {
    const t = useText(commonMessages)
    const { inEnglish = false } = useSnapshot(useKit().state.router)
    return (
      <button type="button" className="icon-button label" aria-pressed={inEnglish} onClick={() => show(!inEnglish)}>
        <span aria-hidden="true">EN</span>
        <span className="sr">{t('common.original')}</span>
      </button>
    )
  }
  let view: string | undefined
  const follow = () => {
    if (state.router.view === view) return
    view = state.router.view
    if (state.router.inEnglish) show(false)
    if (APPROVES.test(view)) buttons.Buttons = Original
    else if (buttons.Buttons === Original) buttons.Buttons = undefined
  }
  kit.teardown.push(subscribe(state.router, follow, true))
  follow()
}
