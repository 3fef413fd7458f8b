/** What `dist/login-server.js` holds. */
export { createTransport } from 'nodemailer'
export { SMTPServer } from 'smtp-server'
export { Provider } from 'oidc-provider'
