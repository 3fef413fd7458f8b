import type { Kit } from '../contracts/kit.ts'
import type { PluginKit } from '../contracts/pluginKit.ts'
import type { Progress } from '../contracts/progress.ts'
import { hideProgress, progress, setProgress } from '../data/progress.ts'
import { showSuccess } from '../state/showToast.ts'

/** How a plugin shows what it is working on. */
export function pluginProgress(kit: Kit, plugin: string): PluginKit['progress'] {
  const list = progress(kit)
  return {
    show: (given) => {
      const next = readProgress(given)
      setProgress(list, plugin, next)
      if (next.state === 'done') setTimeout(() => tellElsewhere(kit, plugin), kit.state.toast.open ? NOTICE_PAUSE : 0)
    },
    hide: () => hideProgress(list, plugin),
  }
}

/** ms that an open toast stays before one about the outcome replaces it. */
export const NOTICE_PAUSE = 3_000

/** On another view nobody sees the card: a toast says it. */
function tellElsewhere(kit: Kit, plugin: string) {
  const { modal, router, toast } = kit.state
  const shown = progress(kit).find((each) => each.plugin === plugin)
  if (modal.open && router.view !== 'Account' && shown?.state === 'done' && !shown.isSeen)
    showSuccess(toast, shown.title)
}

/** A copy with text for text: a plugin in plain JavaScript may pass anything, and the card is outside of its boundary. */
function readProgress({ state, title, text, image, link }: Progress): Progress {
  return {
    state: state === 'wallet' || state === 'chain' ? state : 'done',
    title: String(title),
    ...(text !== undefined && { text: String(text) }),
    ...(image && { image: { name: String(image.name), ...(image.src !== undefined && { src: String(image.src) }) } }),
    ...(link && /^https:\/\//.test(String(link.url)) && { link: { url: String(link.url), label: String(link.label) } }),
  }
}
