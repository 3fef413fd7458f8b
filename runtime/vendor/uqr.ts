/** QR encoding (MIT, Anthony Fu). Packing puts the library itself here, so that a site installs nothing for it. */
export { encode } from 'uqr'
