import type { FunctionComponent } from 'react'
import { proxy } from 'valtio/vanilla'
import { perKit } from '../../contracts/perKit.ts'

/**
 * The buttons that the shown view adds to the header. The view sets them while it is mounted, so that their code loads,
 * fails and is retried with the view.
 */
export const headerButtons = perKit(() => proxy<{ Buttons?: FunctionComponent | undefined }>({}))
