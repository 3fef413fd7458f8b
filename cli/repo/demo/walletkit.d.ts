// The types of `virtual:walletkit` are those of the React template, whose page the demo replaces.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the file declares modules, and cannot be imported
/// <reference path="../../../templates/react/src/walletkit.d.ts" />
