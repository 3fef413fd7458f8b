import type { ComponentType } from 'react'
import type { ParamsOf, ViewName } from '../../host/definePlugin.ts'
import type { Parts } from '../../config.ts'
import type { Kit } from '../../kit.ts'

/** A screen of the core. It reads the kit from context; its parameters come as a prop. */
export type CoreView<V extends ViewName = ViewName> = {
  /**
   * English title by parameters; `undefined` draws what the header puts in its place (the network on Account).
   * Parameters may be missing: `open({ view })` is called by sites, and a title that throws would leave no modal.
   */
  title: string | ((params: ParamsOf<V> | undefined) => string | undefined)
  back?: false
  /** The part of the build that it needs: without it there is no such view. */
  part?: keyof Parts
  /** Shown at once, without a chunk. */
  component?: ComponentType<{ params: ParamsOf<V> }>
  /** Called on intent and on the first showing; what the screen will wait for may be fetched along with it. */
  load?: (kit: Kit) => Promise<{ default: ComponentType<{ params: ParamsOf<V> }> }>
}
export type CoreViews = { [V in ViewName]?: CoreView<V> }
