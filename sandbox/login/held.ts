/** The source of the bundle `dist/login-server.js`: the libraries that the login service loads on first use. */
export { createTransport } from 'nodemailer'
export { SMTPServer } from 'smtp-server'
export { Provider } from 'oidc-provider'
export { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
export { decodeAttestationObject } from '@simplewebauthn/server/helpers'
