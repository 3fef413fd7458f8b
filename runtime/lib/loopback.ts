/** Host names of this computer, as `URL.hostname` spells them. */
const LOOPBACK = /^(localhost|([\w-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])$/
export const isLoopback = (hostname: string) => LOOPBACK.test(hostname)
