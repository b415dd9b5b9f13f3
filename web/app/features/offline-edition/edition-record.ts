/** Stored on this device: the choice for the offline edition and the shared links. Deleted at the logout. */
import {
  addLink,
  parseEditionChoice,
  parseLinks,
  type EditionChoice,
  type SharedLink,
} from '@lokalteil/domain/reading/offline-edition'
import { keepStored, readStored } from '../../browser/device-storage.ts'

const CHOICE = 'offlineEdition'
const LINKS = 'sharedLinks'

export const readChoice = (): EditionChoice => parseEditionChoice(readStored(CHOICE))
export const writeChoice = (choice: EditionChoice): boolean => keepStored(CHOICE, JSON.stringify(choice))

export const readLinks = (): SharedLink[] => parseLinks(readStored(LINKS))
export const keepLink = (link: SharedLink): boolean => keepStored(LINKS, JSON.stringify(addLink(readLinks(), link)))
export const removeLink = (url: string): boolean =>
  keepStored(LINKS, JSON.stringify(readLinks().filter((link) => link.url !== url)))
