/**
 * Everything but exactly 'free' is paid (S3.5-02). In a file of its own, because teasers need only this from the
 * paywall rules.
 */
export function isPaid(contentRestriction: string | null | undefined): boolean {
  return contentRestriction !== 'free'
}
