import { createContext, useContext } from 'react'

/** The nonce of the request's policy; undefined in the browser. */
export const Nonce = createContext<string | undefined>(undefined)
export const useNonce = () => useContext(Nonce)
