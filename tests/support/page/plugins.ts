/// <reference types="vite/client" />
/** Every plugin of the package that a build may contain, found by folder. */
import type { AnyPlugin } from '../../../runtime/contracts/definePlugin.ts'

const manifests = import.meta.glob<AnyPlugin>('../../../plugins/*/index.ts', { eager: true, import: 'default' })

export const available = Object.values(manifests).filter((plugin) => plugin.available !== false)
