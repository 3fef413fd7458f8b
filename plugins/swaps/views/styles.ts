import form from './form.css.ts'
import preview from './preview.css.ts'
import selectToken from './selectToken.css.ts'

/** One text for all screens of the panel, because together they compress to less than apart. */
export default form + preview + selectToken
