/** The contents of `dist/login-server.js`. */
export { createTransport } from 'nodemailer'
export { SMTPServer } from 'smtp-server'
export { Provider } from 'oidc-provider'
