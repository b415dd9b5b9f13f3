/** How a command is called, and how it ends where it cannot go on. */
import type { PublicationCode } from '@lokalteil/domain/publication/publications'

export type Environment = Readonly<Record<string, string | undefined>>
export type Terminal = { out: (text: string) => void; err: (text: string) => void; isInteractive?: boolean }

export type Call = {
  noun: string
  environment: Environment
  terminal: Terminal
  now: () => Date
  /** Address of the portal. */
  base: string
  /** `--url` and `--key`. */
  url: string | undefined
  key: string | undefined
  dataDir: string
  needsPortal: boolean
  /** Paths are meant from where the command was typed; it runs in the repository. */
  toPath: (path: string) => string
  /** `--publication`, else `MANDATOR`, else the only one there is; null: the verb is of none. */
  findPublication: (() => Promise<PublicationCode>) | null
}

/** `command`: a wrong command line; `content`: an unusable file or value; `reach`: no portal or service answers. */
export class Fault extends Error {
  readonly about: 'command' | 'content' | 'reach'
  constructor(message: string, about: Fault['about'] = 'command') {
    super(message)
    this.about = about
  }
}

export const unknownPublication = (code: string): Fault => new Fault(`There is no publication "${code}".`)
