/** Paths of sections: `sport/fussball` lies below `sport`. */

/** `a/b` is at or below `a`. */
export function isAtOrBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}
