/** The compiler leaves `.ts` in declarations; what is published has `.js`. */
export const jsDeclaration = (text: string) =>
  text.replace(/((?:from|import\()\s*['"]\.{1,2}\/[^'"]*)\.tsx?(['"])/g, '$1.js$2')
