/** Names of tests, stories, mocks and examples, as whole words of a path. */
const FILES = /(?:^|[/._-])(?:(?:__)?tests?(?:__)?|specs?|stories|storybook|mock(?:s|ed)?|examples?|e2e)(?:[/._-]|$)/i
const HOLDERS = /(?:^|[_-])(?:tests?|mock(?:s|ed)?|e2e|cypress|playwright|synpress|storybook)(?:[_-]|$)/i

/** Whether code belongs to tests, stories, mocks or examples, by its file or by the name that holds it: `testConfig`. */
export const isMinor = ({ file, holder = '' }: { file: string; holder?: string }): boolean =>
  FILES.test(file) || HOLDERS.test(holder.replace(/([a-z\d])([A-Z])/g, '$1-$2'))
