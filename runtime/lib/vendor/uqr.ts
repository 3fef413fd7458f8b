/** QR encoding (MIT, Anthony Fu). `npm run pack` bundles the library here, so that a site does not install it. */
export { encode } from 'uqr'
