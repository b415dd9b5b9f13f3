declare module 'virtual:word-list' {
  /** Words of five letters, concatenated in alphabetical order. */
  export const WORD_LIST: string
}
