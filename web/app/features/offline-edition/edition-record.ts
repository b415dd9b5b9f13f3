/** Stored on this device: the choice for the offline edition and the shared links. Deleted at the logout. */
import {
  addLink,
  parseEditionChoice,
  parseLinks,
  type EditionChoice,
  type SharedLink,
} from '@lokalteil/domain/reading/offline-edition'

const CHOICE = 'offlineEdition'
const LINKS = 'sharedLinks'

export const readChoice = (): EditionChoice => parseEditionChoice(read(CHOICE))
export const writeChoice = (choice: EditionChoice): boolean => write(CHOICE, JSON.stringify(choice))

export const readLinks = (): SharedLink[] => parseLinks(read(LINKS))
export const keepLink = (link: SharedLink): boolean => write(LINKS, JSON.stringify(addLink(readLinks(), link)))
export const removeLink = (url: string): boolean =>
  write(LINKS, JSON.stringify(readLinks().filter((link) => link.url !== url)))

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
