/**
 * The style sheet and icons of parts that Connect itself does not use. Loaded with the first other view, or with a
 * method that a plugin adds to Connect.
 */
import { withIcons } from './Icon.tsx'
import css from './more.css.ts'
import { MORE_ICONS } from './moreIcons.ts'

// Export the result, so that no bundler removes the icons as unused.
export default withIcons(MORE_ICONS, css)
