import type { ComponentType } from 'react'
import type { ParamsOf, Text, ViewName } from '../../contracts/definePlugin.ts'
import type { Parts } from '../../contracts/config.ts'
import type { Kit } from '../../contracts/kit.ts'

/** One of the runtime's screens. It reads the kit from context and gets its parameters as a prop. */
export type CoreView<V extends ViewName = ViewName> = {
  /**
   * The English title, or a function of the parameters. For `undefined`, no title is visible (as on Account).
   * Parameters may be missing, because sites call `open({ view })`.
   */
  title: string | ((params: ParamsOf<V> | undefined, text: Text) => string | undefined)
  back?: false
  /** The optional part of the build that the view needs; without it, the view does not exist. */
  part?: keyof Parts
  /** Rendered at once, without loading a chunk. */
  component?: ComponentType<{ params: ParamsOf<V> }>
  /**
   * Loads the screen's code. Called on hover or focus and on the first render. May also start to load data that the
   * screen needs.
   */
  load?: (kit: Kit) => Promise<{ default: ComponentType<{ params: ParamsOf<V> }> }>
}
export type CoreViews = { [V in ViewName]?: CoreView<V> }
