/** Changes `.ts` paths in a declaration to `.js`: the compiler leaves them, but the published files end in `.js`. */
export const jsDeclaration = (text: string) =>
  text.replace(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g, '$1.js$2')
