// The types of the virtual module are the template's, whose page this one replaces.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- the file declares modules, and cannot be imported
/// <reference path="../../../templates/react/src/walletkit.d.ts" />
