/** The photographs shipped with the demo, each with author, licence and the package it came from. */

export type Photo = {
  key: string
  file: string
  width: number
  height: number
  altText: string
  author: string
  licence: string
  licenceUrl: string
  source: string
}

export const PHOTOS: readonly Photo[] = []
