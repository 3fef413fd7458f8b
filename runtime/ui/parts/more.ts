/** Parts that Connect does without: the sheet to adopt, and icons. Fetched with the first view that is loaded after it. */
import { withIcons } from './Icon.tsx'
import css from './more.css.ts'
import { MORE_ICONS } from './moreIcons.ts'

// A value, so that no bundler takes the icons for unused.
export default withIcons(MORE_ICONS, css)
