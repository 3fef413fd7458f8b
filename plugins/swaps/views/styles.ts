import form from './form.css.ts'
import preview from './preview.css.ts'
import selectToken from './selectToken.css.ts'

/** One style sheet for all screens of the panel, because the sheets compress better together than apart. */
export default form + preview + selectToken
